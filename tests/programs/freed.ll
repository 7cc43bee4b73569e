target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@box = internal global ptr null, align 8
@.str = private unnamed_addr constant [13 x i8] c"*found == 42\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"freed.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %found = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %atomic-temp4 = alloca ptr, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @maker, ptr noundef null), !dbg !13
  %0 = load atomic i64, ptr @box acquire, align 8, !dbg !15
  store i64 %0, ptr %atomic-temp, align 8, !dbg !15
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !15
  store ptr %1, ptr %found, align 8, !dbg !20
  %2 = load ptr, ptr %found, align 8, !dbg !21
  %tobool = icmp ne ptr %2, null, !dbg !21
  br i1 %tobool, label %if.then, label %if.end2, !dbg !21
if.then:
  %3 = load ptr, ptr %found, align 8, !dbg !22
  %4 = load i32, ptr %3, align 4, !dbg !22
  %cmp = icmp eq i32 %4, 42, !dbg !22
  br i1 %cmp, label %if.then1, label %if.else, !dbg !22
if.then1:
  br label %if.end, !dbg !22
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 28, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !22
  unreachable, !dbg !22
if.end:
  br label %if.end2, !dbg !22
if.end2:
  %5 = load i64, ptr %thread, align 8, !dbg !25
  %call3 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !28
  %6 = load atomic i64, ptr @box monotonic, align 8, !dbg !29
  store i64 %6, ptr %atomic-temp4, align 8, !dbg !29
  %7 = load ptr, ptr %atomic-temp4, align 8, !dbg !29
  call void @free(ptr noundef %7), !dbg !30
  ret i32 0, !dbg !32
}
define internal ptr @maker(ptr noundef %unused) !dbg !35 {
entry:
  %unused.addr = alloca ptr, align 8
  %made = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 4), !dbg !37
  store ptr %call, ptr %made, align 8, !dbg !38
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !39
  %1 = load ptr, ptr %made, align 8, !dbg !40
  store i32 42, ptr %1, align 4, !dbg !41
  %2 = load ptr, ptr %made, align 8, !dbg !42
  store ptr %2, ptr %.atomictmp, align 8, !dbg !43
  %3 = load i64, ptr %.atomictmp, align 8, !dbg !43
  store atomic i64 %3, ptr @box release, align 8, !dbg !43
  ret ptr null, !dbg !45
}
!1 = !DIFile(filename: "freed.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 22, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 25, column: 5, scope: !9)
!15 = !DILocation(line: 26, column: 18, scope: !9)
!20 = !DILocation(line: 26, column: 10, scope: !9)
!21 = !DILocation(line: 27, column: 9, scope: !9)
!22 = !DILocation(line: 28, column: 9, scope: !9)
!25 = !DILocation(line: 29, column: 18, scope: !9)
!28 = !DILocation(line: 29, column: 5, scope: !9)
!29 = !DILocation(line: 30, column: 10, scope: !9)
!30 = !DILocation(line: 30, column: 5, scope: !9)
!32 = !DILocation(line: 31, column: 5, scope: !9)
!35 = distinct !DISubprogram(name: "maker", scope: !1, file: !1, line: 13, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!37 = !DILocation(line: 15, column: 17, scope: !35)
!38 = !DILocation(line: 15, column: 10, scope: !35)
!39 = !DILocation(line: 16, column: 11, scope: !35)
!40 = !DILocation(line: 17, column: 6, scope: !35)
!41 = !DILocation(line: 17, column: 11, scope: !35)
!42 = !DILocation(line: 18, column: 33, scope: !35)
!43 = !DILocation(line: 18, column: 5, scope: !35)
!45 = !DILocation(line: 19, column: 5, scope: !35)
