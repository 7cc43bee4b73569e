target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.pair = type { i64, i64 }
@flag = internal global i32 0, align 4
@.str = private unnamed_addr constant [34 x i8] c"got.first == 4 && got.second == 5\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"by-value.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@.str.2 = private unnamed_addr constant [31 x i8] c"made.first + made.second == 15\00", align 1
@data = internal global %struct.pair zeroinitializer, align 8
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %thread = alloca i64, align 8
  %made = alloca %struct.pair, align 8
  %atomic-temp = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %got = alloca %struct.pair, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %thread, ptr noundef null, ptr noundef @writer, ptr noundef null), !dbg !13
  %0 = load atomic i32, ptr @flag seq_cst, align 4, !dbg !15
  store i32 %0, ptr %atomic-temp, align 4, !dbg !15
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !15
  %call1 = call { i64, i64 } @make(i64 noundef 7, i32 noundef %1), !dbg !20
  %2 = getelementptr inbounds { i64, i64 }, ptr %made, i32 0, i32 0, !dbg !20
  %3 = extractvalue { i64, i64 } %call1, 0, !dbg !20
  store i64 %3, ptr %2, align 8, !dbg !20
  %4 = getelementptr inbounds { i64, i64 }, ptr %made, i32 0, i32 1, !dbg !20
  %5 = extractvalue { i64, i64 } %call1, 1, !dbg !20
  store i64 %5, ptr %4, align 8, !dbg !20
  br label %while.cond, !dbg !21
while.cond:
  %6 = load atomic i32, ptr @flag acquire, align 4, !dbg !22
  store i32 %6, ptr %atomic-temp2, align 4, !dbg !22
  %7 = load i32, ptr %atomic-temp2, align 4, !dbg !22
  %tobool = icmp ne i32 %7, 0, !dbg !23
  %lnot = xor i1 %tobool, true, !dbg !23
  br i1 %lnot, label %while.body, label %while.end, !dbg !21
while.body:
  br label %while.cond, !dbg !21
while.end:
  %call3 = call { i64, i64 } @get(), !dbg !29
  %8 = getelementptr inbounds { i64, i64 }, ptr %got, i32 0, i32 0, !dbg !29
  %9 = extractvalue { i64, i64 } %call3, 0, !dbg !29
  store i64 %9, ptr %8, align 8, !dbg !29
  %10 = getelementptr inbounds { i64, i64 }, ptr %got, i32 0, i32 1, !dbg !29
  %11 = extractvalue { i64, i64 } %call3, 1, !dbg !29
  store i64 %11, ptr %10, align 8, !dbg !29
  %first = getelementptr inbounds %struct.pair, ptr %got, i32 0, i32 0, !dbg !30
  %12 = load i64, ptr %first, align 8, !dbg !30
  %cmp = icmp eq i64 %12, 4, !dbg !30
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !30
land.lhs.true:
  %second = getelementptr inbounds %struct.pair, ptr %got, i32 0, i32 1, !dbg !30
  %13 = load i64, ptr %second, align 8, !dbg !30
  %cmp4 = icmp eq i64 %13, 5, !dbg !30
  br i1 %cmp4, label %if.then, label %if.else, !dbg !30
if.then:
  br label %if.end, !dbg !30
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 43, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !30
  unreachable, !dbg !30
if.end:
  %first5 = getelementptr inbounds %struct.pair, ptr %made, i32 0, i32 0, !dbg !35
  %14 = load i64, ptr %first5, align 8, !dbg !35
  %second6 = getelementptr inbounds %struct.pair, ptr %made, i32 0, i32 1, !dbg !35
  %15 = load i64, ptr %second6, align 8, !dbg !35
  %add = add nsw i64 %14, %15, !dbg !35
  %cmp7 = icmp eq i64 %add, 15, !dbg !35
  br i1 %cmp7, label %if.then8, label %if.else9, !dbg !35
if.then8:
  br label %if.end10, !dbg !35
if.else9:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 44, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !35
  unreachable, !dbg !35
if.end10:
  %16 = load i64, ptr %thread, align 8, !dbg !36
  %call11 = call i32 @pthread_join(i64 noundef %16, ptr noundef null), !dbg !38
  %17 = load i32, ptr %retval, align 4, !dbg !39
  ret i32 %17, !dbg !39
}
define internal ptr @writer(ptr noundef %unused) !dbg !42 {
entry:
  %unused.addr = alloca ptr, align 8
  %tmp = alloca %struct.pair, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %call = call { i64, i64 } @make(i64 noundef 4, i32 noundef 0), !dbg !45
  %0 = getelementptr inbounds { i64, i64 }, ptr %tmp, i32 0, i32 0, !dbg !45
  %1 = extractvalue { i64, i64 } %call, 0, !dbg !45
  store i64 %1, ptr %0, align 8, !dbg !45
  %2 = getelementptr inbounds { i64, i64 }, ptr %tmp, i32 0, i32 1, !dbg !45
  %3 = extractvalue { i64, i64 } %call, 1, !dbg !45
  store i64 %3, ptr %2, align 8, !dbg !45
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @data, ptr align 8 %tmp, i64 16, i1 false), !dbg !45, !tbaa.struct !46
  store i32 1, ptr %.atomictmp, align 4, !dbg !47
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !47
  store atomic i32 %4, ptr @flag release, align 4, !dbg !47
  %5 = load ptr, ptr %unused.addr, align 8, !dbg !48
  ret ptr %5, !dbg !49
}
define internal { i64, i64 } @make(i64 noundef %first, i32 noundef %turned) !dbg !50 {
entry:
  %retval = alloca %struct.pair, align 8
  %first.addr = alloca i64, align 8
  %turned.addr = alloca i32, align 4
  %a = alloca %struct.pair, align 8
  %b = alloca %struct.pair, align 8
  store i64 %first, ptr %first.addr, align 8
  store i32 %turned, ptr %turned.addr, align 4
  %first1 = getelementptr inbounds %struct.pair, ptr %a, i32 0, i32 0, !dbg !52
  %0 = load i64, ptr %first.addr, align 8, !dbg !53
  store i64 %0, ptr %first1, align 8, !dbg !52
  %second = getelementptr inbounds %struct.pair, ptr %a, i32 0, i32 1, !dbg !52
  %1 = load i64, ptr %first.addr, align 8, !dbg !54
  %add = add nsw i64 %1, 1, !dbg !55
  store i64 %add, ptr %second, align 8, !dbg !52
  %first2 = getelementptr inbounds %struct.pair, ptr %b, i32 0, i32 0, !dbg !56
  %2 = load i64, ptr %first.addr, align 8, !dbg !57
  %add3 = add nsw i64 %2, 1, !dbg !58
  store i64 %add3, ptr %first2, align 8, !dbg !56
  %second4 = getelementptr inbounds %struct.pair, ptr %b, i32 0, i32 1, !dbg !56
  %3 = load i64, ptr %first.addr, align 8, !dbg !59
  store i64 %3, ptr %second4, align 8, !dbg !56
  %4 = load i32, ptr %turned.addr, align 4, !dbg !60
  %tobool = icmp ne i32 %4, 0, !dbg !60
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !60
cond.true:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %retval, ptr align 8 %b, i64 16, i1 false), !dbg !61, !tbaa.struct !46
  br label %cond.end, !dbg !60
cond.false:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %retval, ptr align 8 %a, i64 16, i1 false), !dbg !62, !tbaa.struct !46
  br label %cond.end, !dbg !60
cond.end:
  %5 = load { i64, i64 }, ptr %retval, align 8, !dbg !63
  ret { i64, i64 } %5, !dbg !63
}
define internal { i64, i64 } @get() !dbg !64 {
entry:
  %retval = alloca %struct.pair, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %retval, ptr align 8 @data, i64 16, i1 false), !dbg !65, !tbaa.struct !46
  %0 = load { i64, i64 }, ptr %retval, align 8, !dbg !66
  ret { i64, i64 } %0, !dbg !66
}
!1 = !DIFile(filename: "by-value.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 35, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 38, column: 5, scope: !9)
!15 = !DILocation(line: 39, column: 32, scope: !9)
!20 = !DILocation(line: 39, column: 24, scope: !9)
!21 = !DILocation(line: 40, column: 5, scope: !9)
!22 = !DILocation(line: 40, column: 13, scope: !9)
!23 = !DILocation(line: 40, column: 12, scope: !9)
!29 = !DILocation(line: 42, column: 23, scope: !9)
!30 = !DILocation(line: 43, column: 5, scope: !9)
!35 = !DILocation(line: 44, column: 5, scope: !9)
!36 = !DILocation(line: 45, column: 18, scope: !9)
!38 = !DILocation(line: 45, column: 5, scope: !9)
!39 = !DILocation(line: 46, column: 1, scope: !9)
!42 = distinct !DISubprogram(name: "writer", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!45 = !DILocation(line: 25, column: 12, scope: !42)
!47 = !DILocation(line: 26, column: 5, scope: !42)
!48 = !DILocation(line: 27, column: 12, scope: !42)
!49 = !DILocation(line: 27, column: 5, scope: !42)
!50 = distinct !DISubprogram(name: "make", scope: !1, file: !1, line: 17, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!52 = !DILocation(line: 19, column: 21, scope: !50)
!53 = !DILocation(line: 19, column: 22, scope: !50)
!54 = !DILocation(line: 19, column: 29, scope: !50)
!55 = !DILocation(line: 19, column: 35, scope: !50)
!56 = !DILocation(line: 19, column: 45, scope: !50)
!57 = !DILocation(line: 19, column: 46, scope: !50)
!58 = !DILocation(line: 19, column: 52, scope: !50)
!59 = !DILocation(line: 19, column: 57, scope: !50)
!60 = !DILocation(line: 20, column: 12, scope: !50)
!61 = !DILocation(line: 20, column: 21, scope: !50)
!62 = !DILocation(line: 20, column: 25, scope: !50)
!63 = !DILocation(line: 21, column: 1, scope: !50)
!64 = distinct !DISubprogram(name: "get", scope: !1, file: !1, line: 30, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!65 = !DILocation(line: 32, column: 12, scope: !64)
!66 = !DILocation(line: 32, column: 5, scope: !64)
