target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.record = type { i16, [3 x i8], i32, i64, ptr }
@sent = internal global %struct.record zeroinitializer, align 8
@made = internal global %struct.record zeroinitializer, align 8
@ready = internal global i32 0, align 4
@.str = private unnamed_addr constant [49 x i8] c"bytes[0] == 4 && bytes[1] == 4 && bytes[2] == -1\00", align 1
@.str.1 = private unnamed_addr constant [7 x i8] c"copy.c\00", align 1
@__PRETTY_FUNCTION__.receiver = private unnamed_addr constant [23 x i8] c"void *receiver(void *)\00", align 1
@.str.2 = private unnamed_addr constant [109 x i8] c"got.kind == -2 && got.tag[0] == 0 && got.tag[1] == 7 && got.size == 0 && got.body == -9 && got.self == &sent\00", align 1
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %sends = alloca i64, align 8
  %receives = alloca i64, align 8
  store i32 0, ptr %retval, align 4
  %call = call i32 @pthread_create(ptr noundef %sends, ptr noundef null, ptr noundef @sender, ptr noundef null), !dbg !13
  %call1 = call i32 @pthread_create(ptr noundef %receives, ptr noundef null, ptr noundef @receiver, ptr noundef null), !dbg !14
  %0 = load i64, ptr %sends, align 8, !dbg !15
  %call2 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !20
  %1 = load i64, ptr %receives, align 8, !dbg !21
  %call3 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !24
}
define internal ptr @sender(ptr noundef %unused) !dbg !27 {
entry:
  %unused.addr = alloca ptr, align 8
  %mine = alloca %struct.record, align 8
  %.atomictmp = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !31
  call void @llvm.memset.p0.i64(ptr align 8 %mine, i8 0, i64 32, i1 false), !dbg !32
  %kind = getelementptr inbounds %struct.record, ptr %mine, i32 0, i32 0, !dbg !33
  store i16 -2, ptr %kind, align 8, !dbg !34
  %tag = getelementptr inbounds %struct.record, ptr %mine, i32 0, i32 1, !dbg !39
  %arrayidx = getelementptr inbounds [3 x i8], ptr %tag, i64 0, i64 1, !dbg !40
  store i8 7, ptr %arrayidx, align 1, !dbg !41
  %body = getelementptr inbounds %struct.record, ptr %mine, i32 0, i32 3, !dbg !43
  store i64 -9, ptr %body, align 8, !dbg !44
  %self = getelementptr inbounds %struct.record, ptr %mine, i32 0, i32 4, !dbg !46
  store ptr @sent, ptr %self, align 8, !dbg !47
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @made, ptr align 8 %mine, i64 32, i1 false), !dbg !49, !tbaa.struct !50
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 @sent, ptr align 8 @made, i64 32, i1 false), !dbg !53
  store i32 1, ptr %.atomictmp, align 4, !dbg !54
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !54
  store atomic i32 %1, ptr @ready release, align 4, !dbg !54
  ret ptr null, !dbg !56
}
define internal ptr @receiver(ptr noundef %unused) !dbg !57 {
entry:
  %unused.addr = alloca ptr, align 8
  %bytes = alloca [3 x i32], align 4
  %atomic-temp = alloca i32, align 4
  %got = alloca %struct.record, align 8
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load ptr, ptr %unused.addr, align 8, !dbg !59
  %arraydecay = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 0, !dbg !60
  call void @llvm.memset.p0.i64(ptr align 4 %arraydecay, i8 -1, i64 12, i1 false), !dbg !60
  %arrayidx = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 0, !dbg !61
  store i32 4, ptr %arrayidx, align 4, !dbg !62
  %arraydecay1 = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 0, !dbg !63
  %add.ptr = getelementptr inbounds i32, ptr %arraydecay1, i64 1, !dbg !64
  %arraydecay2 = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 0, !dbg !65
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %add.ptr, ptr align 4 %arraydecay2, i64 8, i1 false), !dbg !65
  %arrayidx3 = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 0, !dbg !66
  %1 = load i32, ptr %arrayidx3, align 4, !dbg !66
  %cmp = icmp eq i32 %1, 4, !dbg !66
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !66
land.lhs.true:
  %arrayidx4 = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 1, !dbg !66
  %2 = load i32, ptr %arrayidx4, align 4, !dbg !66
  %cmp5 = icmp eq i32 %2, 4, !dbg !66
  br i1 %cmp5, label %land.lhs.true6, label %if.else, !dbg !66
land.lhs.true6:
  %arrayidx7 = getelementptr inbounds [3 x i32], ptr %bytes, i64 0, i64 2, !dbg !66
  %3 = load i32, ptr %arrayidx7, align 4, !dbg !66
  %cmp8 = icmp eq i32 %3, -1, !dbg !66
  br i1 %cmp8, label %if.then, label %if.else, !dbg !66
if.then:
  br label %if.end, !dbg !66
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 45, ptr noundef @__PRETTY_FUNCTION__.receiver), !dbg !66
  unreachable, !dbg !66
if.end:
  %4 = load atomic i32, ptr @ready acquire, align 4, !dbg !67
  store i32 %4, ptr %atomic-temp, align 4, !dbg !67
  %5 = load i32, ptr %atomic-temp, align 4, !dbg !67
  %tobool = icmp ne i32 %5, 0, !dbg !67
  br i1 %tobool, label %if.then9, label %if.end35, !dbg !67
if.then9:
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %got, ptr align 8 @sent, i64 32, i1 false), !dbg !69, !tbaa.struct !50
  %kind = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 0, !dbg !70
  %6 = load i16, ptr %kind, align 8, !dbg !70
  %conv = sext i16 %6 to i32, !dbg !70
  %cmp10 = icmp eq i32 %conv, -2, !dbg !70
  br i1 %cmp10, label %land.lhs.true12, label %if.else33, !dbg !70
land.lhs.true12:
  %tag = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 1, !dbg !70
  %arrayidx13 = getelementptr inbounds [3 x i8], ptr %tag, i64 0, i64 0, !dbg !70
  %7 = load i8, ptr %arrayidx13, align 2, !dbg !70
  %conv14 = sext i8 %7 to i32, !dbg !70
  %cmp15 = icmp eq i32 %conv14, 0, !dbg !70
  br i1 %cmp15, label %land.lhs.true17, label %if.else33, !dbg !70
land.lhs.true17:
  %tag18 = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 1, !dbg !70
  %arrayidx19 = getelementptr inbounds [3 x i8], ptr %tag18, i64 0, i64 1, !dbg !70
  %8 = load i8, ptr %arrayidx19, align 1, !dbg !70
  %conv20 = sext i8 %8 to i32, !dbg !70
  %cmp21 = icmp eq i32 %conv20, 7, !dbg !70
  br i1 %cmp21, label %land.lhs.true23, label %if.else33, !dbg !70
land.lhs.true23:
  %size = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 2, !dbg !70
  %9 = load i32, ptr %size, align 8, !dbg !70
  %cmp24 = icmp eq i32 %9, 0, !dbg !70
  br i1 %cmp24, label %land.lhs.true26, label %if.else33, !dbg !70
land.lhs.true26:
  %body = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 3, !dbg !70
  %10 = load i64, ptr %body, align 8, !dbg !70
  %cmp27 = icmp eq i64 %10, -9, !dbg !70
  br i1 %cmp27, label %land.lhs.true29, label %if.else33, !dbg !70
land.lhs.true29:
  %self = getelementptr inbounds %struct.record, ptr %got, i32 0, i32 4, !dbg !70
  %11 = load ptr, ptr %self, align 8, !dbg !70
  %cmp30 = icmp eq ptr %11, @sent, !dbg !70
  br i1 %cmp30, label %if.then32, label %if.else33, !dbg !70
if.then32:
  br label %if.end34, !dbg !70
if.else33:
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 49, ptr noundef @__PRETTY_FUNCTION__.receiver), !dbg !70
  unreachable, !dbg !70
if.end34:
  br label %if.end35, !dbg !72
if.end35:
  ret ptr null, !dbg !74
}
!1 = !DIFile(filename: "copy.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 54, scopeLine: 55, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 57, column: 5, scope: !9)
!14 = !DILocation(line: 58, column: 5, scope: !9)
!15 = !DILocation(line: 59, column: 18, scope: !9)
!20 = !DILocation(line: 59, column: 5, scope: !9)
!21 = !DILocation(line: 60, column: 18, scope: !9)
!22 = !DILocation(line: 60, column: 5, scope: !9)
!24 = !DILocation(line: 61, column: 5, scope: !9)
!27 = distinct !DISubprogram(name: "sender", scope: !1, file: !1, line: 23, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!31 = !DILocation(line: 26, column: 11, scope: !27)
!32 = !DILocation(line: 27, column: 5, scope: !27)
!33 = !DILocation(line: 28, column: 10, scope: !27)
!34 = !DILocation(line: 28, column: 15, scope: !27)
!39 = !DILocation(line: 29, column: 10, scope: !27)
!40 = !DILocation(line: 29, column: 5, scope: !27)
!41 = !DILocation(line: 29, column: 17, scope: !27)
!43 = !DILocation(line: 30, column: 10, scope: !27)
!44 = !DILocation(line: 30, column: 15, scope: !27)
!46 = !DILocation(line: 31, column: 10, scope: !27)
!47 = !DILocation(line: 31, column: 15, scope: !27)
!49 = !DILocation(line: 32, column: 12, scope: !27)
!53 = !DILocation(line: 33, column: 5, scope: !27)
!54 = !DILocation(line: 34, column: 5, scope: !27)
!56 = !DILocation(line: 35, column: 5, scope: !27)
!57 = distinct !DISubprogram(name: "receiver", scope: !1, file: !1, line: 38, scopeLine: 39, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!59 = !DILocation(line: 41, column: 11, scope: !57)
!60 = !DILocation(line: 42, column: 5, scope: !57)
!61 = !DILocation(line: 43, column: 5, scope: !57)
!62 = !DILocation(line: 43, column: 14, scope: !57)
!63 = !DILocation(line: 44, column: 13, scope: !57)
!64 = !DILocation(line: 44, column: 19, scope: !57)
!65 = !DILocation(line: 44, column: 5, scope: !57)
!66 = !DILocation(line: 45, column: 5, scope: !57)
!67 = !DILocation(line: 46, column: 9, scope: !57)
!69 = !DILocation(line: 47, column: 29, scope: !57)
!70 = !DILocation(line: 48, column: 9, scope: !57)
!72 = !DILocation(line: 50, column: 5, scope: !57)
!74 = !DILocation(line: 51, column: 5, scope: !57)
