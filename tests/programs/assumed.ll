target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@flag = internal global i32 0, align 4
@.str = private unnamed_addr constant [55 x i8] c"atomic_load_explicit(&flag, memory_order_relaxed) == 1\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"assumed.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@data = internal global i32 0, align 4
@.str.2 = private unnamed_addr constant [11 x i8] c"data == 42\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %threads = alloca [2 x i64], align 16
  %atomic-temp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  %arrayidx = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 0, !dbg !13
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !14
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !15
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !16
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %threads, i64 0, i64 1, !dbg !17
  %0 = load i64, ptr %arrayidx3, align 8, !dbg !17
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !22
  %1 = load atomic i32, ptr @flag monotonic, align 4, !dbg !23
  store i32 %1, ptr %atomic-temp, align 4, !dbg !23
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !23
  %cmp = icmp eq i32 %2, 1, !dbg !23
  br i1 %cmp, label %if.then, label %if.else, !dbg !23
if.then:
  br label %if.end, !dbg !23
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !23
  unreachable, !dbg !23
if.end:
  ret i32 0, !dbg !27
}
define internal ptr @writer(ptr noundef %unused) !dbg !30 {
entry:
  %unused.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !33
  store i32 42, ptr @data, align 4, !dbg !34
  store i32 1, ptr %.atomictmp, align 4, !dbg !35
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !35
  store atomic i32 %1, ptr @flag release, align 4, !dbg !35
  ret ptr null, !dbg !36
}
define internal ptr @reader(ptr noundef %unused) !dbg !37 {
entry:
  %unused.addr = alloca ptr, align 8
  %atomic-temp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !38
  %1 = load atomic i32, ptr @flag acquire, align 4, !dbg !39
  store i32 %1, ptr %atomic-temp, align 4, !dbg !39
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !39
  %cmp = icmp eq i32 %2, 1, !dbg !40
  call void @__VERIFIER_assume(i1 noundef zeroext %cmp), !dbg !41
  %3 = load i32, ptr @data, align 4, !dbg !42
  %cmp1 = icmp eq i32 %3, 42, !dbg !42
  br i1 %cmp1, label %if.then, label %if.else, !dbg !42
if.then:
  br label %if.end, !dbg !42
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !42
  unreachable, !dbg !42
if.end:
  ret ptr null, !dbg !43
}
!1 = !DIFile(filename: "assumed.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 36, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 39, column: 21, scope: !9)
!14 = !DILocation(line: 39, column: 5, scope: !9)
!15 = !DILocation(line: 40, column: 21, scope: !9)
!16 = !DILocation(line: 40, column: 5, scope: !9)
!17 = !DILocation(line: 41, column: 18, scope: !9)
!22 = !DILocation(line: 41, column: 5, scope: !9)
!23 = !DILocation(line: 42, column: 5, scope: !9)
!27 = !DILocation(line: 43, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 20, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 22, column: 11, scope: !30)
!34 = !DILocation(line: 23, column: 10, scope: !30)
!35 = !DILocation(line: 24, column: 5, scope: !30)
!36 = !DILocation(line: 25, column: 5, scope: !30)
!37 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 28, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!38 = !DILocation(line: 30, column: 11, scope: !37)
!39 = !DILocation(line: 31, column: 23, scope: !37)
!40 = !DILocation(line: 31, column: 60, scope: !37)
!41 = !DILocation(line: 31, column: 5, scope: !37)
!42 = !DILocation(line: 32, column: 5, scope: !37)
!43 = !DILocation(line: 33, column: 5, scope: !37)
