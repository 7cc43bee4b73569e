target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%struct.thing = type { i32 }
@.str = private unnamed_addr constant [18 x i8] c"get()->value == 5\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"once.c\00", align 1
@__PRETTY_FUNCTION__.user = private unnamed_addr constant [19 x i8] c"void *user(void *)\00", align 1
@thing = internal global ptr null, align 8
@mutex = internal global %union.pthread_mutex_t zeroinitializer, align 8
@storage = internal global %struct.thing zeroinitializer, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %a = alloca i64, align 8
  %b = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %a, ptr noundef null, ptr noundef @user, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %b, ptr noundef null, ptr noundef @user, ptr noundef null), !dbg !14
  %0 = load i64, ptr %a, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %b, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @user(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !30
  %call = call ptr @get(), !dbg !31
  %value = getelementptr inbounds %struct.thing, ptr %call, i32 0, i32 0, !dbg !31
  %1 = load i32, ptr %value, align 4, !dbg !31
  %cmp = icmp eq i32 %1, 5, !dbg !31
  br i1 %cmp, label %if.then, label %if.else, !dbg !31
if.then:
  br label %if.end, !dbg !31
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 41, ptr noundef @__PRETTY_FUNCTION__.user), !dbg !31
  unreachable, !dbg !31
if.end:
  ret ptr null, !dbg !35
}
define internal ptr @get() !dbg !37 {
entry:
  %seen = alloca ptr, align 8
  %atomic-temp = alloca ptr, align 8
  %atomic-temp1 = alloca ptr, align 8
  %.atomictmp = alloca ptr, align 8
  %0 = load atomic i64, ptr @thing acquire, align 8, !dbg !39
  store i64 %0, ptr %atomic-temp, align 8, !dbg !39
  %1 = load ptr, ptr %atomic-temp, align 8, !dbg !39
  store ptr %1, ptr %seen, align 8, !dbg !40
  %2 = load ptr, ptr %seen, align 8, !dbg !41
  %tobool = icmp ne ptr %2, null, !dbg !41
  br i1 %tobool, label %if.end5, label %if.then, !dbg !42
if.then:
  %call = call i32 @pthread_mutex_lock(ptr noundef @mutex), !dbg !43
  %3 = load atomic i64, ptr @thing monotonic, align 8, !dbg !44
  store i64 %3, ptr %atomic-temp1, align 8, !dbg !44
  %4 = load ptr, ptr %atomic-temp1, align 8, !dbg !44
  store ptr %4, ptr %seen, align 8, !dbg !45
  %5 = load ptr, ptr %seen, align 8, !dbg !46
  %tobool2 = icmp ne ptr %5, null, !dbg !46
  br i1 %tobool2, label %if.end, label %if.then3, !dbg !47
if.then3:
  store ptr @storage, ptr %seen, align 8, !dbg !48
  %6 = load ptr, ptr %seen, align 8, !dbg !49
  %value = getelementptr inbounds %struct.thing, ptr %6, i32 0, i32 0, !dbg !50
  store i32 5, ptr %value, align 4, !dbg !51
  %7 = load ptr, ptr %seen, align 8, !dbg !52
  store ptr %7, ptr %.atomictmp, align 8, !dbg !53
  %8 = load i64, ptr %.atomictmp, align 8, !dbg !53
  store atomic i64 %8, ptr @thing release, align 8, !dbg !53
  br label %if.end, !dbg !54
if.end:
  %call4 = call i32 @pthread_mutex_unlock(ptr noundef @mutex), !dbg !55
  br label %if.end5, !dbg !56
if.end5:
  %9 = load ptr, ptr %seen, align 8, !dbg !57
  ret ptr %9, !dbg !59
}
!1 = !DIFile(filename: "once.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 45, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 48, column: 5, scope: !9)
!14 = !DILocation(line: 49, column: 5, scope: !9)
!15 = !DILocation(line: 50, column: 18, scope: !9)
!20 = !DILocation(line: 50, column: 5, scope: !9)
!21 = !DILocation(line: 51, column: 18, scope: !9)
!22 = !DILocation(line: 51, column: 5, scope: !9)
!24 = !DILocation(line: 52, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "user", scope: !1, file: !1, line: 38, scopeLine: 39, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 40, column: 11, scope: !27)
!31 = !DILocation(line: 41, column: 5, scope: !27)
!35 = !DILocation(line: 42, column: 5, scope: !27)
!37 = distinct !DISubprogram(name: "get", scope: !1, file: !1, line: 22, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!39 = !DILocation(line: 24, column: 26, scope: !37)
!40 = !DILocation(line: 24, column: 19, scope: !37)
!41 = !DILocation(line: 25, column: 10, scope: !37)
!42 = !DILocation(line: 25, column: 9, scope: !37)
!43 = !DILocation(line: 26, column: 9, scope: !37)
!44 = !DILocation(line: 27, column: 16, scope: !37)
!45 = !DILocation(line: 27, column: 14, scope: !37)
!46 = !DILocation(line: 28, column: 14, scope: !37)
!47 = !DILocation(line: 28, column: 13, scope: !37)
!48 = !DILocation(line: 29, column: 18, scope: !37)
!49 = !DILocation(line: 30, column: 13, scope: !37)
!50 = !DILocation(line: 30, column: 19, scope: !37)
!51 = !DILocation(line: 30, column: 25, scope: !37)
!52 = !DILocation(line: 31, column: 43, scope: !37)
!53 = !DILocation(line: 31, column: 13, scope: !37)
!54 = !DILocation(line: 32, column: 9, scope: !37)
!55 = !DILocation(line: 33, column: 9, scope: !37)
!56 = !DILocation(line: 34, column: 5, scope: !37)
!57 = !DILocation(line: 35, column: 12, scope: !37)
!59 = !DILocation(line: 35, column: 5, scope: !37)
