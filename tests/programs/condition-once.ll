target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8
@full = internal global i32 0, align 4
@changed = internal global %union.pthread_cond_t zeroinitializer, align 8
@slot = internal global i32 0, align 4
@.str = private unnamed_addr constant [11 x i8] c"slot == 42\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"condition-once.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @produce, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_mutex_lock(ptr noundef @lock), !dbg !14
  %0 = load i32, ptr @full, align 4, !dbg !15
  %tobool = icmp ne i32 %0, 0, !dbg !15
  br i1 %tobool, label %if.end, label %if.then, !dbg !20
if.then:
  %call2 = call i32 @pthread_cond_wait(ptr noundef @changed, ptr noundef @lock), !dbg !21
  br label %if.end, !dbg !21
if.end:
  %1 = load i32, ptr @slot, align 4, !dbg !22
  %cmp = icmp eq i32 %1, 42, !dbg !22
  br i1 %cmp, label %if.then3, label %if.else, !dbg !22
if.then3:
  br label %if.end4, !dbg !22
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 32, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !22
  unreachable, !dbg !22
if.end4:
  %call5 = call i32 @pthread_mutex_unlock(ptr noundef @lock), !dbg !23
  %2 = load i64, ptr %thread, align 8, !dbg !24
  %call6 = call i32 @pthread_join(i64 noundef %2, ptr noundef null), !dbg !27
  ret i32 0, !dbg !29
}
define internal ptr @produce(ptr noundef %unused) !dbg !32 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !35
  %call = call i32 @pthread_mutex_lock(ptr noundef @lock), !dbg !36
  store i32 42, ptr @slot, align 4, !dbg !37
  store i32 1, ptr @full, align 4, !dbg !38
  %call1 = call i32 @pthread_cond_signal(ptr noundef @changed), !dbg !39
  %call2 = call i32 @pthread_mutex_unlock(ptr noundef @lock), !dbg !40
  ret ptr null, !dbg !41
}
!1 = !DIFile(filename: "condition-once.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 25, scopeLine: 26, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 28, column: 5, scope: !9)
!14 = !DILocation(line: 29, column: 5, scope: !9)
!15 = !DILocation(line: 30, column: 10, scope: !9)
!20 = !DILocation(line: 30, column: 9, scope: !9)
!21 = !DILocation(line: 31, column: 9, scope: !9)
!22 = !DILocation(line: 32, column: 5, scope: !9)
!23 = !DILocation(line: 33, column: 5, scope: !9)
!24 = !DILocation(line: 34, column: 18, scope: !9)
!27 = !DILocation(line: 34, column: 5, scope: !9)
!29 = !DILocation(line: 35, column: 5, scope: !9)
!32 = distinct !DISubprogram(name: "produce", scope: !1, file: !1, line: 14, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!35 = !DILocation(line: 16, column: 11, scope: !32)
!36 = !DILocation(line: 17, column: 5, scope: !32)
!37 = !DILocation(line: 18, column: 10, scope: !32)
!38 = !DILocation(line: 19, column: 10, scope: !32)
!39 = !DILocation(line: 20, column: 5, scope: !32)
!40 = !DILocation(line: 21, column: 5, scope: !32)
!41 = !DILocation(line: 22, column: 5, scope: !32)
