target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@octet = internal global i8 -56, align 1
@.str = private unnamed_addr constant [29 x i8] c"(uint8_t)(octet + 100) == 44\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"widths.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@byte = internal global i8 -100, align 1
@.str.2 = private unnamed_addr constant [27 x i8] c"(int8_t)(byte - 100) == 56\00", align 1
@half = internal global i16 -30000, align 2
@.str.3 = private unnamed_addr constant [33 x i8] c"(int16_t)(half - 10000) == 25536\00", align 1
@.str.4 = private unnamed_addr constant [21 x i8] c"(int8_t)octet == -56\00", align 1
@.str.5 = private unnamed_addr constant [64 x i8] c"byte >> 2 == -25 && (int8_t)(byte / 7) == -14 && byte % 7 == -2\00", align 1
@word = internal global i32 -7, align 4
@.str.6 = private unnamed_addr constant [54 x i8] c"(uint32_t)word >> 1 == 2147483644u && word >> 1 == -4\00", align 1
@wide = internal global i64 -9, align 8
@.str.7 = private unnamed_addr constant [40 x i8] c"(uint8_t)wide == 247 && (int)wide == -9\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %0 = load volatile i8, ptr @octet, align 1, !dbg !12
  %conv = zext i8 %0 to i32, !dbg !12
  %add = add nsw i32 %conv, 100, !dbg !12
  %conv1 = trunc i32 %add to i8, !dbg !12
  %conv2 = zext i8 %conv1 to i32, !dbg !12
  %cmp = icmp eq i32 %conv2, 44, !dbg !12
  br i1 %cmp, label %if.then, label %if.else, !dbg !12
if.then:
  br label %if.end, !dbg !12
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 14, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !12
  unreachable, !dbg !12
if.end:
  %1 = load volatile i8, ptr @byte, align 1, !dbg !16
  %conv4 = sext i8 %1 to i32, !dbg !16
  %sub = sub nsw i32 %conv4, 100, !dbg !16
  %conv5 = trunc i32 %sub to i8, !dbg !16
  %conv6 = sext i8 %conv5 to i32, !dbg !16
  %cmp7 = icmp eq i32 %conv6, 56, !dbg !16
  br i1 %cmp7, label %if.then9, label %if.else10, !dbg !16
if.then9:
  br label %if.end11, !dbg !16
if.else10:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 15, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !16
  unreachable, !dbg !16
if.end11:
  %2 = load volatile i16, ptr @half, align 2, !dbg !17
  %conv12 = sext i16 %2 to i32, !dbg !17
  %sub13 = sub nsw i32 %conv12, 10000, !dbg !17
  %conv14 = trunc i32 %sub13 to i16, !dbg !17
  %conv15 = sext i16 %conv14 to i32, !dbg !17
  %cmp16 = icmp eq i32 %conv15, 25536, !dbg !17
  br i1 %cmp16, label %if.then18, label %if.else19, !dbg !17
if.then18:
  br label %if.end20, !dbg !17
if.else19:
  call void @__assert_fail(ptr noundef @.str.3, ptr noundef @.str.1, i32 noundef 16, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !17
  unreachable, !dbg !17
if.end20:
  %3 = load volatile i8, ptr @octet, align 1, !dbg !20
  %conv21 = sext i8 %3 to i32, !dbg !20
  %cmp22 = icmp eq i32 %conv21, -56, !dbg !20
  br i1 %cmp22, label %if.then24, label %if.else25, !dbg !20
if.then24:
  br label %if.end26, !dbg !20
if.else25:
  call void @__assert_fail(ptr noundef @.str.4, ptr noundef @.str.1, i32 noundef 17, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !20
  unreachable, !dbg !20
if.end26:
  %4 = load volatile i8, ptr @byte, align 1, !dbg !21
  %conv27 = sext i8 %4 to i32, !dbg !21
  %shr = ashr i32 %conv27, 2, !dbg !21
  %cmp28 = icmp eq i32 %shr, -25, !dbg !21
  br i1 %cmp28, label %land.lhs.true, label %if.else40, !dbg !21
land.lhs.true:
  %5 = load volatile i8, ptr @byte, align 1, !dbg !21
  %conv30 = sext i8 %5 to i32, !dbg !21
  %div = sdiv i32 %conv30, 7, !dbg !21
  %conv31 = trunc i32 %div to i8, !dbg !21
  %conv32 = sext i8 %conv31 to i32, !dbg !21
  %cmp33 = icmp eq i32 %conv32, -14, !dbg !21
  br i1 %cmp33, label %land.lhs.true35, label %if.else40, !dbg !21
land.lhs.true35:
  %6 = load volatile i8, ptr @byte, align 1, !dbg !21
  %conv36 = sext i8 %6 to i32, !dbg !21
  %rem = srem i32 %conv36, 7, !dbg !21
  %cmp37 = icmp eq i32 %rem, -2, !dbg !21
  br i1 %cmp37, label %if.then39, label %if.else40, !dbg !21
if.then39:
  br label %if.end41, !dbg !21
if.else40:
  call void @__assert_fail(ptr noundef @.str.5, ptr noundef @.str.1, i32 noundef 18, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !21
  unreachable, !dbg !21
if.end41:
  %7 = load volatile i32, ptr @word, align 4, !dbg !22
  %shr42 = lshr i32 %7, 1, !dbg !22
  %cmp43 = icmp eq i32 %shr42, 2147483644, !dbg !22
  br i1 %cmp43, label %land.lhs.true45, label %if.else50, !dbg !22
land.lhs.true45:
  %8 = load volatile i32, ptr @word, align 4, !dbg !22
  %shr46 = ashr i32 %8, 1, !dbg !22
  %cmp47 = icmp eq i32 %shr46, -4, !dbg !22
  br i1 %cmp47, label %if.then49, label %if.else50, !dbg !22
if.then49:
  br label %if.end51, !dbg !22
if.else50:
  call void @__assert_fail(ptr noundef @.str.6, ptr noundef @.str.1, i32 noundef 19, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !22
  unreachable, !dbg !22
if.end51:
  %9 = load volatile i64, ptr @wide, align 8, !dbg !25
  %conv52 = trunc i64 %9 to i8, !dbg !25
  %conv53 = zext i8 %conv52 to i32, !dbg !25
  %cmp54 = icmp eq i32 %conv53, 247, !dbg !25
  br i1 %cmp54, label %land.lhs.true56, label %if.else61, !dbg !25
land.lhs.true56:
  %10 = load volatile i64, ptr @wide, align 8, !dbg !25
  %conv57 = trunc i64 %10 to i32, !dbg !25
  %cmp58 = icmp eq i32 %conv57, -9, !dbg !25
  br i1 %cmp58, label %if.then60, label %if.else61, !dbg !25
if.then60:
  br label %if.end62, !dbg !25
if.else61:
  call void @__assert_fail(ptr noundef @.str.7, ptr noundef @.str.1, i32 noundef 20, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !25
  unreachable, !dbg !25
if.end62:
  ret i32 0, !dbg !28
}
!1 = !DIFile(filename: "widths.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 12, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!12 = !DILocation(line: 14, column: 5, scope: !9)
!16 = !DILocation(line: 15, column: 5, scope: !9)
!17 = !DILocation(line: 16, column: 5, scope: !9)
!20 = !DILocation(line: 17, column: 5, scope: !9)
!21 = !DILocation(line: 18, column: 5, scope: !9)
!22 = !DILocation(line: 19, column: 5, scope: !9)
!25 = !DILocation(line: 20, column: 5, scope: !9)
!28 = !DILocation(line: 21, column: 5, scope: !9)
