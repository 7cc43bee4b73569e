target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@request = internal global i32 0, align 4
@sum = internal global i32 0, align 4
@.str = private unnamed_addr constant [19 x i8] c"sum == 1 + started\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"asked.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@data = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %asks = alloca i64, align 8
  %helps = alloca i64, align 8
  %started = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %started, align 4, !dbg !14
  %call = call i32 @pthread_create(ptr noundef %asks, ptr noundef null, ptr noundef @ask, ptr noundef null), !dbg !19
  %0 = load atomic i32, ptr @request acquire, align 4, !dbg !20
  store i32 %0, ptr %atomic-temp, align 4, !dbg !20
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !20
  %tobool = icmp ne i32 %1, 0, !dbg !20
  br i1 %tobool, label %if.then, label %if.end, !dbg !20
if.then:
  %call1 = call i32 @pthread_create(ptr noundef %helps, ptr noundef null, ptr noundef @help, ptr noundef null), !dbg !21
  store i32 1, ptr %started, align 4, !dbg !22
  br label %if.end, !dbg !23
if.end:
  %2 = load i32, ptr %started, align 4, !dbg !24
  %tobool2 = icmp ne i32 %2, 0, !dbg !24
  br i1 %tobool2, label %if.then3, label %if.end5, !dbg !24
if.then3:
  %3 = load i64, ptr %helps, align 8, !dbg !25
  %call4 = call i32 @pthread_join(i64 noundef %3, ptr noundef null), !dbg !28
  br label %if.end5, !dbg !28
if.end5:
  %4 = load i32, ptr @sum, align 4, !dbg !29
  %add = add nsw i32 %4, 1, !dbg !29
  store i32 %add, ptr @sum, align 4, !dbg !29
  %5 = load i64, ptr %asks, align 8, !dbg !30
  %call6 = call i32 @pthread_join(i64 noundef %5, ptr noundef null), !dbg !31
  %6 = load i32, ptr @sum, align 4, !dbg !32
  %7 = load i32, ptr %started, align 4, !dbg !32
  %add7 = add nsw i32 1, %7, !dbg !32
  %cmp = icmp eq i32 %6, %add7, !dbg !32
  br i1 %cmp, label %if.then8, label %if.else, !dbg !32
if.then8:
  br label %if.end9, !dbg !32
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !32
  unreachable, !dbg !32
if.end9:
  %8 = load i32, ptr %retval, align 4, !dbg !33
  ret i32 %8, !dbg !33
}
define internal ptr @ask(ptr noundef %unused) !dbg !36 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  store i32 1, ptr @data, align 4, !dbg !39
  store i32 1, ptr %.atomictmp, align 4, !dbg !40
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !40
  store atomic i32 %0, ptr @request release, align 4, !dbg !40
  %1 = load ptr, ptr %unused.addr, align 8, !dbg !41
  ret ptr %1, !dbg !42
}
define internal ptr @help(ptr noundef %unused) !dbg !43 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load i32, ptr @data, align 4, !dbg !44
  %1 = load i32, ptr @sum, align 4, !dbg !45
  %add = add nsw i32 %1, %0, !dbg !45
  store i32 %add, ptr @sum, align 4, !dbg !45
  %2 = load ptr, ptr %unused.addr, align 8, !dbg !46
  ret ptr %2, !dbg !47
}
!1 = !DIFile(filename: "asked.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 29, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!14 = !DILocation(line: 32, column: 9, scope: !9)
!19 = !DILocation(line: 33, column: 5, scope: !9)
!20 = !DILocation(line: 34, column: 9, scope: !9)
!21 = !DILocation(line: 35, column: 9, scope: !9)
!22 = !DILocation(line: 36, column: 17, scope: !9)
!23 = !DILocation(line: 37, column: 5, scope: !9)
!24 = !DILocation(line: 38, column: 9, scope: !9)
!25 = !DILocation(line: 39, column: 22, scope: !9)
!28 = !DILocation(line: 39, column: 9, scope: !9)
!29 = !DILocation(line: 40, column: 9, scope: !9)
!30 = !DILocation(line: 41, column: 18, scope: !9)
!31 = !DILocation(line: 41, column: 5, scope: !9)
!32 = !DILocation(line: 42, column: 5, scope: !9)
!33 = !DILocation(line: 43, column: 1, scope: !9)
!36 = distinct !DISubprogram(name: "ask", scope: !1, file: !1, line: 16, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!39 = !DILocation(line: 18, column: 10, scope: !36)
!40 = !DILocation(line: 19, column: 5, scope: !36)
!41 = !DILocation(line: 20, column: 12, scope: !36)
!42 = !DILocation(line: 20, column: 5, scope: !36)
!43 = distinct !DISubprogram(name: "help", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!44 = !DILocation(line: 25, column: 12, scope: !43)
!45 = !DILocation(line: 25, column: 9, scope: !43)
!46 = !DILocation(line: 26, column: 12, scope: !43)
!47 = !DILocation(line: 26, column: 5, scope: !43)
