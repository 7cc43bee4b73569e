target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_rwlock_t = type { %struct.__pthread_rwlock_arch_t }
%struct.__pthread_rwlock_arch_t = type { i32, i32, i32, i32, i32, i32, i32, i32, i8, [7 x i8], i64, i32 }
@lock = internal global %union.pthread_rwlock_t zeroinitializer, align 8
@.str = private unnamed_addr constant [37 x i8] c"pthread_rwlock_tryrdlock(&lock) != 0\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"readers.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@x = internal global i32 0, align 4
@y = internal global i32 0, align 4
@.str.2 = private unnamed_addr constant [7 x i8] c"x == y\00", align 1
@__PRETTY_FUNCTION__.reader = private unnamed_addr constant [21 x i8] c"void *reader(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %one = alloca i64, align 8
  %two = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @reader, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %two, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !14
  %0 = load i64, ptr %one, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %two, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  %call4 = call i32 @pthread_rwlock_trywrlock(ptr noundef @lock), !dbg !23
  %cmp = icmp eq i32 %call4, 0, !dbg !24
  br i1 %cmp, label %if.then, label %if.end8, !dbg !23
if.then:
  %call5 = call i32 @pthread_rwlock_tryrdlock(ptr noundef @lock), !dbg !25
  %cmp6 = icmp ne i32 %call5, 0, !dbg !25
  br i1 %cmp6, label %if.then7, label %if.else, !dbg !25
if.then7:
  br label %if.end, !dbg !25
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 38, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !25
  unreachable, !dbg !25
if.end:
  br label %if.end8, !dbg !25
if.end8:
  ret i32 0, !dbg !27
}
define internal ptr @reader(ptr noundef %unused) !dbg !30 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call i32 @pthread_rwlock_rdlock(ptr noundef @lock), !dbg !33
  %0 = load i32, ptr @x, align 4, !dbg !34
  %1 = load i32, ptr @y, align 4, !dbg !34
  %cmp = icmp eq i32 %0, %1, !dbg !34
  br i1 %cmp, label %if.then, label %if.else, !dbg !34
if.then:
  br label %if.end, !dbg !34
if.else:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 16, ptr noundef @__PRETTY_FUNCTION__.reader), !dbg !34
  unreachable, !dbg !34
if.end:
  %call1 = call i32 @pthread_rwlock_unlock(ptr noundef @lock), !dbg !37
  ret ptr null, !dbg !38
}
define internal ptr @writer(ptr noundef %unused) !dbg !39 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %call = call i32 @pthread_rwlock_wrlock(ptr noundef @lock), !dbg !40
  %0 = load i32, ptr @x, align 4, !dbg !41
  %inc = add nsw i32 %0, 1, !dbg !41
  store i32 %inc, ptr @x, align 4, !dbg !41
  %1 = load i32, ptr @y, align 4, !dbg !42
  %inc1 = add nsw i32 %1, 1, !dbg !42
  store i32 %inc1, ptr @y, align 4, !dbg !42
  %call2 = call i32 @pthread_rwlock_unlock(ptr noundef @lock), !dbg !43
  ret ptr null, !dbg !44
}
!1 = !DIFile(filename: "readers.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 30, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 33, column: 5, scope: !9)
!14 = !DILocation(line: 34, column: 5, scope: !9)
!15 = !DILocation(line: 35, column: 18, scope: !9)
!20 = !DILocation(line: 35, column: 5, scope: !9)
!21 = !DILocation(line: 36, column: 18, scope: !9)
!22 = !DILocation(line: 36, column: 5, scope: !9)
!23 = !DILocation(line: 37, column: 9, scope: !9)
!24 = !DILocation(line: 37, column: 41, scope: !9)
!25 = !DILocation(line: 38, column: 9, scope: !9)
!27 = !DILocation(line: 39, column: 5, scope: !9)
!30 = distinct !DISubprogram(name: "reader", scope: !1, file: !1, line: 13, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!33 = !DILocation(line: 15, column: 5, scope: !30)
!34 = !DILocation(line: 16, column: 5, scope: !30)
!37 = !DILocation(line: 17, column: 5, scope: !30)
!38 = !DILocation(line: 18, column: 5, scope: !30)
!39 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 21, scopeLine: 22, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!40 = !DILocation(line: 23, column: 5, scope: !39)
!41 = !DILocation(line: 24, column: 6, scope: !39)
!42 = !DILocation(line: 25, column: 6, scope: !39)
!43 = !DILocation(line: 26, column: 5, scope: !39)
!44 = !DILocation(line: 27, column: 5, scope: !39)
