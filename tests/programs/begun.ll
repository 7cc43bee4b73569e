target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@made = internal global i32 0, align 4
@.str = private unnamed_addr constant [10 x i8] c"made == 1\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"begun.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@once = internal global i32 0, align 4
@table = internal global i32 0, align 4
@.str.2 = private unnamed_addr constant [12 x i8] c"table == 42\00", align 1
@__PRETTY_FUNCTION__.look = private unnamed_addr constant [19 x i8] c"void *look(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %one = alloca i64, align 8
  %other = alloca i64, align 8
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @look, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %other, ptr noundef null, ptr noundef @look, ptr noundef null), !dbg !14
  %0 = load i64, ptr %one, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %other, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  %2 = load i32, ptr @made, align 4, !dbg !23
  %cmp = icmp eq i32 %2, 1, !dbg !23
  br i1 %cmp, label %if.then, label %if.else, !dbg !23
if.then:
  br label %if.end, !dbg !23
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !23
  unreachable, !dbg !23
if.end:
  ret i32 0, !dbg !26
}
define internal ptr @look(ptr noundef %unused) !dbg !29 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call i32 @pthread_once(ptr noundef @once, ptr noundef @make), !dbg !32
  %0 = load i32, ptr @table, align 4, !dbg !33
  %cmp = icmp eq i32 %0, 42, !dbg !33
  br i1 %cmp, label %if.then, label %if.else, !dbg !33
if.then:
  br label %if.end, !dbg !33
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 21, ptr noundef @__PRETTY_FUNCTION__.look), !dbg !33
  unreachable, !dbg !33
if.end:
  %1 = load ptr, ptr %unused.addr, align 8, !dbg !34
  ret ptr %1, !dbg !35
}
define internal void @make() !dbg !40 {
entry:
  store i32 42, ptr @table, align 4, !dbg !41
  %0 = load i32, ptr @made, align 4, !dbg !42
  %inc = add nsw i32 %0, 1, !dbg !42
  store i32 %inc, ptr @made, align 4, !dbg !42
  ret void, !dbg !43
}
!1 = !DIFile(filename: "begun.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 28, column: 5, scope: !9)
!14 = !DILocation(line: 29, column: 5, scope: !9)
!15 = !DILocation(line: 30, column: 18, scope: !9)
!20 = !DILocation(line: 30, column: 5, scope: !9)
!21 = !DILocation(line: 31, column: 18, scope: !9)
!22 = !DILocation(line: 31, column: 5, scope: !9)
!23 = !DILocation(line: 32, column: 5, scope: !9)
!26 = !DILocation(line: 33, column: 1, scope: !9)
!29 = distinct !DISubprogram(name: "look", scope: !1, file: !1, line: 18, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!32 = !DILocation(line: 20, column: 5, scope: !29)
!33 = !DILocation(line: 21, column: 5, scope: !29)
!34 = !DILocation(line: 22, column: 12, scope: !29)
!35 = !DILocation(line: 22, column: 5, scope: !29)
!40 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 12, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!41 = !DILocation(line: 14, column: 11, scope: !40)
!42 = !DILocation(line: 15, column: 9, scope: !40)
!43 = !DILocation(line: 16, column: 1, scope: !40)
