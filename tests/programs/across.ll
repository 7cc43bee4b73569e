target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@.str = private unnamed_addr constant [32 x i8] c"first == 0x10000 && second == 0\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"across.c\00", align 1
@__PRETTY_FUNCTION__.use = private unnamed_addr constant [18 x i8] c"void *use(void *)\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %one = alloca i64, align 8
  %other = alloca i64, align 8
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @use, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %other, ptr noundef null, ptr noundef @use, ptr noundef null), !dbg !14
  %0 = load i64, ptr %one, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %other, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !23
}
define internal ptr @use(ptr noundef %unused) !dbg !26 {
entry:
  %unused.addr = alloca ptr, align 8
  %memory = alloca ptr, align 8
  %first = alloca i32, align 4
  %second = alloca i32, align 4
  %half = alloca i16, align 2
  store ptr %unused, ptr %unused.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 8), !dbg !30
  store ptr %call, ptr %memory, align 8, !dbg !31
  store i32 0, ptr %first, align 4, !dbg !33
  store i32 0, ptr %second, align 4, !dbg !36
  store i16 1, ptr %half, align 2, !dbg !38
  %0 = load ptr, ptr %memory, align 8, !dbg !41
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %0, ptr align 4 %first, i64 4, i1 false), !dbg !42
  %1 = load ptr, ptr %memory, align 8, !dbg !43
  %add.ptr = getelementptr inbounds i8, ptr %1, i64 4, !dbg !44
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %add.ptr, ptr align 4 %second, i64 4, i1 false), !dbg !45
  %2 = load ptr, ptr %memory, align 8, !dbg !46
  %add.ptr1 = getelementptr inbounds i8, ptr %2, i64 2, !dbg !47
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %add.ptr1, ptr align 2 %half, i64 2, i1 false), !dbg !48
  %3 = load ptr, ptr %memory, align 8, !dbg !49
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %first, ptr align 1 %3, i64 4, i1 false), !dbg !50
  %4 = load ptr, ptr %memory, align 8, !dbg !51
  %add.ptr2 = getelementptr inbounds i8, ptr %4, i64 4, !dbg !52
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %second, ptr align 1 %add.ptr2, i64 4, i1 false), !dbg !53
  %5 = load i32, ptr %first, align 4, !dbg !54
  %cmp = icmp eq i32 %5, 65536, !dbg !54
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !54
land.lhs.true:
  %6 = load i32, ptr %second, align 4, !dbg !54
  %cmp3 = icmp eq i32 %6, 0, !dbg !54
  br i1 %cmp3, label %if.then, label %if.else, !dbg !54
if.then:
  br label %if.end, !dbg !54
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 17, ptr noundef @__PRETTY_FUNCTION__.use), !dbg !54
  unreachable, !dbg !54
if.end:
  %7 = load ptr, ptr %memory, align 8, !dbg !55
  call void @free(ptr noundef %7), !dbg !56
  %8 = load ptr, ptr %unused.addr, align 8, !dbg !57
  ret ptr %8, !dbg !59
}
!1 = !DIFile(filename: "across.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 22, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 25, column: 5, scope: !9)
!14 = !DILocation(line: 26, column: 5, scope: !9)
!15 = !DILocation(line: 27, column: 18, scope: !9)
!20 = !DILocation(line: 27, column: 5, scope: !9)
!21 = !DILocation(line: 28, column: 18, scope: !9)
!22 = !DILocation(line: 28, column: 5, scope: !9)
!23 = !DILocation(line: 29, column: 1, scope: !9)
!26 = distinct !DISubprogram(name: "use", scope: !1, file: !1, line: 7, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 9, column: 20, scope: !26)
!31 = !DILocation(line: 9, column: 11, scope: !26)
!33 = !DILocation(line: 10, column: 9, scope: !26)
!36 = !DILocation(line: 10, column: 20, scope: !26)
!38 = !DILocation(line: 11, column: 11, scope: !26)
!41 = !DILocation(line: 12, column: 12, scope: !26)
!42 = !DILocation(line: 12, column: 5, scope: !26)
!43 = !DILocation(line: 13, column: 12, scope: !26)
!44 = !DILocation(line: 13, column: 19, scope: !26)
!45 = !DILocation(line: 13, column: 5, scope: !26)
!46 = !DILocation(line: 14, column: 12, scope: !26)
!47 = !DILocation(line: 14, column: 19, scope: !26)
!48 = !DILocation(line: 14, column: 5, scope: !26)
!49 = !DILocation(line: 15, column: 20, scope: !26)
!50 = !DILocation(line: 15, column: 5, scope: !26)
!51 = !DILocation(line: 16, column: 21, scope: !26)
!52 = !DILocation(line: 16, column: 28, scope: !26)
!53 = !DILocation(line: 16, column: 5, scope: !26)
!54 = !DILocation(line: 17, column: 5, scope: !26)
!55 = !DILocation(line: 18, column: 10, scope: !26)
!56 = !DILocation(line: 18, column: 5, scope: !26)
!57 = !DILocation(line: 19, column: 12, scope: !26)
!59 = !DILocation(line: 19, column: 5, scope: !26)
