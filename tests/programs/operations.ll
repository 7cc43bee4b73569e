target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.operations = type { ptr, i32 }
@kinds = internal constant [2 x %struct.operations] [%struct.operations { ptr @add_atomic, i32 2 }, %struct.operations { ptr @add_plain, i32 3 }], align 16
@chosen = internal global ptr getelementptr (i8, ptr @kinds, i64 16), align 8
@writers = internal global i32 1, align 4
@count = internal global i32 0, align 4
@numbers = internal global [4 x i32] zeroinitializer, align 16
@threads = internal global [4 x i64] zeroinitializer, align 16
@sum = internal global i32 0, align 4
@.str = private unnamed_addr constant [23 x i8] c"atomic_load(&sum) == 5\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"operations.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@plain = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %i = alloca i32, align 4
  %i1 = alloca i32, align 4
  %i13 = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store ptr @kinds, ptr @chosen, align 8, !dbg !12
  %0 = load i32, ptr @writers, align 4, !dbg !17
  %add = add nsw i32 %0, 1, !dbg !20
  store i32 %add, ptr @count, align 4, !dbg !21
  store i32 0, ptr %i, align 4, !dbg !23
  br label %for.cond, !dbg !22
for.cond:
  %1 = load i32, ptr %i, align 4, !dbg !24
  %2 = load i32, ptr @count, align 4, !dbg !25
  %cmp = icmp slt i32 %1, %2, !dbg !26
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !27
for.cond.cleanup:
  br label %for.end
for.body:
  %3 = load i32, ptr %i, align 4, !dbg !28
  %4 = load i32, ptr %i, align 4, !dbg !29
  %idxprom = sext i32 %4 to i64, !dbg !30
  %arrayidx = getelementptr inbounds [4 x i32], ptr @numbers, i64 0, i64 %idxprom, !dbg !30
  store i32 %3, ptr %arrayidx, align 4, !dbg !31
  br label %for.inc, !dbg !30
for.inc:
  %5 = load i32, ptr %i, align 4, !dbg !32
  %inc = add nsw i32 %5, 1, !dbg !32
  store i32 %inc, ptr %i, align 4, !dbg !32
  br label %for.cond, !dbg !27
for.end:
  store i32 0, ptr %i1, align 4, !dbg !37
  br label %for.cond2, !dbg !36
for.cond2:
  %6 = load i32, ptr %i1, align 4, !dbg !38
  %7 = load i32, ptr @count, align 4, !dbg !39
  %cmp3 = icmp slt i32 %6, %7, !dbg !40
  br i1 %cmp3, label %for.body5, label %for.cond.cleanup4, !dbg !41
for.cond.cleanup4:
  br label %for.end12
for.body5:
  %8 = load i32, ptr %i1, align 4, !dbg !42
  %idxprom6 = sext i32 %8 to i64, !dbg !43
  %arrayidx7 = getelementptr inbounds [4 x i64], ptr @threads, i64 0, i64 %idxprom6, !dbg !43
  %9 = load i32, ptr %i1, align 4, !dbg !44
  %idxprom8 = sext i32 %9 to i64, !dbg !45
  %arrayidx9 = getelementptr inbounds [4 x i32], ptr @numbers, i64 0, i64 %idxprom8, !dbg !45
  %call = call i32 @pthread_create(ptr noundef %arrayidx7, ptr noundef null, ptr noundef @adder, ptr noundef %arrayidx9), !dbg !46
  br label %for.inc10, !dbg !46
for.inc10:
  %10 = load i32, ptr %i1, align 4, !dbg !47
  %inc11 = add nsw i32 %10, 1, !dbg !47
  store i32 %inc11, ptr %i1, align 4, !dbg !47
  br label %for.cond2, !dbg !41
for.end12:
  store i32 0, ptr %i13, align 4, !dbg !51
  br label %for.cond14, !dbg !50
for.cond14:
  %11 = load i32, ptr %i13, align 4, !dbg !52
  %12 = load i32, ptr @count, align 4, !dbg !53
  %cmp15 = icmp slt i32 %11, %12, !dbg !54
  br i1 %cmp15, label %for.body17, label %for.cond.cleanup16, !dbg !55
for.cond.cleanup16:
  br label %for.end23
for.body17:
  %13 = load i32, ptr %i13, align 4, !dbg !56
  %idxprom18 = sext i32 %13 to i64, !dbg !57
  %arrayidx19 = getelementptr inbounds [4 x i64], ptr @threads, i64 0, i64 %idxprom18, !dbg !57
  %14 = load i64, ptr %arrayidx19, align 8, !dbg !57
  %call20 = call i32 @pthread_join(i64 noundef %14, ptr noundef null), !dbg !60
  br label %for.inc21, !dbg !60
for.inc21:
  %15 = load i32, ptr %i13, align 4, !dbg !61
  %inc22 = add nsw i32 %15, 1, !dbg !61
  store i32 %inc22, ptr %i13, align 4, !dbg !61
  br label %for.cond14, !dbg !55
for.end23:
  %16 = load atomic i32, ptr @sum seq_cst, align 4, !dbg !64
  store i32 %16, ptr %atomic-temp, align 4, !dbg !64
  %17 = load i32, ptr %atomic-temp, align 4, !dbg !64
  %cmp24 = icmp eq i32 %17, 5, !dbg !64
  br i1 %cmp24, label %if.then, label %if.else, !dbg !64
if.then:
  br label %if.end, !dbg !64
if.else:
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 48, ptr noundef @__PRETTY_FUNCTION__.main), !dbg !64
  unreachable, !dbg !64
if.end:
  ret i32 0, !dbg !65
}
define internal ptr @adder(ptr noundef %argument) !dbg !68 {
entry:
  %argument.addr = alloca ptr, align 8
  %number = alloca ptr, align 8
  store ptr %argument, ptr %argument.addr, align 8
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !70
  store ptr %0, ptr %number, align 8, !dbg !71
  %1 = load ptr, ptr @chosen, align 8, !dbg !72
  %add = getelementptr inbounds %struct.operations, ptr %1, i32 0, i32 0, !dbg !73
  %2 = load ptr, ptr %add, align 8, !dbg !73
  %3 = load ptr, ptr @chosen, align 8, !dbg !76
  %step = getelementptr inbounds %struct.operations, ptr %3, i32 0, i32 1, !dbg !77
  %4 = load i32, ptr %step, align 8, !dbg !77
  %5 = load ptr, ptr %number, align 8, !dbg !79
  %6 = load i32, ptr %5, align 4, !dbg !80
  %add1 = add nsw i32 %4, %6, !dbg !81
  call void %2(i32 noundef %add1), !dbg !72
  ret ptr null, !dbg !83
}
define internal void @add_atomic(i32 noundef %n) !dbg !87 {
entry:
  %n.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4, !dbg !88
  store i32 %0, ptr %.atomictmp, align 4, !dbg !88
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !88
  %2 = atomicrmw add ptr @sum, i32 %1 seq_cst, align 4, !dbg !88
  store i32 %2, ptr %atomic-temp, align 4, !dbg !88
  %3 = load i32, ptr %atomic-temp, align 4, !dbg !88
  ret void, !dbg !89
}
define internal void @add_plain(i32 noundef %n) !dbg !90 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4, !dbg !91
  %1 = load i32, ptr @plain, align 4, !dbg !92
  %add = add nsw i32 %1, %0, !dbg !92
  store i32 %add, ptr @plain, align 4, !dbg !92
  ret void, !dbg !93
}
!1 = !DIFile(filename: "operations.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 35, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!12 = !DILocation(line: 37, column: 12, scope: !9)
!17 = !DILocation(line: 38, column: 13, scope: !9)
!20 = !DILocation(line: 38, column: 21, scope: !9)
!21 = !DILocation(line: 38, column: 11, scope: !9)
!22 = !DILocation(line: 39, column: 10, scope: !9)
!23 = !DILocation(line: 39, column: 14, scope: !9)
!24 = !DILocation(line: 39, column: 21, scope: !9)
!25 = !DILocation(line: 39, column: 25, scope: !9)
!26 = !DILocation(line: 39, column: 23, scope: !9)
!27 = !DILocation(line: 39, column: 5, scope: !9)
!28 = !DILocation(line: 40, column: 22, scope: !9)
!29 = !DILocation(line: 40, column: 17, scope: !9)
!30 = !DILocation(line: 40, column: 9, scope: !9)
!31 = !DILocation(line: 40, column: 20, scope: !9)
!32 = !DILocation(line: 39, column: 33, scope: !9)
!36 = !DILocation(line: 41, column: 10, scope: !9)
!37 = !DILocation(line: 41, column: 14, scope: !9)
!38 = !DILocation(line: 41, column: 21, scope: !9)
!39 = !DILocation(line: 41, column: 25, scope: !9)
!40 = !DILocation(line: 41, column: 23, scope: !9)
!41 = !DILocation(line: 41, column: 5, scope: !9)
!42 = !DILocation(line: 42, column: 33, scope: !9)
!43 = !DILocation(line: 42, column: 25, scope: !9)
!44 = !DILocation(line: 42, column: 59, scope: !9)
!45 = !DILocation(line: 42, column: 51, scope: !9)
!46 = !DILocation(line: 42, column: 9, scope: !9)
!47 = !DILocation(line: 41, column: 33, scope: !9)
!50 = !DILocation(line: 46, column: 10, scope: !9)
!51 = !DILocation(line: 46, column: 14, scope: !9)
!52 = !DILocation(line: 46, column: 21, scope: !9)
!53 = !DILocation(line: 46, column: 25, scope: !9)
!54 = !DILocation(line: 46, column: 23, scope: !9)
!55 = !DILocation(line: 46, column: 5, scope: !9)
!56 = !DILocation(line: 47, column: 30, scope: !9)
!57 = !DILocation(line: 47, column: 22, scope: !9)
!60 = !DILocation(line: 47, column: 9, scope: !9)
!61 = !DILocation(line: 46, column: 33, scope: !9)
!64 = !DILocation(line: 48, column: 5, scope: !9)
!65 = !DILocation(line: 49, column: 5, scope: !9)
!68 = distinct !DISubprogram(name: "adder", scope: !1, file: !1, line: 28, scopeLine: 29, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!70 = !DILocation(line: 30, column: 25, scope: !68)
!71 = !DILocation(line: 30, column: 16, scope: !68)
!72 = !DILocation(line: 31, column: 5, scope: !68)
!73 = !DILocation(line: 31, column: 13, scope: !68)
!76 = !DILocation(line: 31, column: 17, scope: !68)
!77 = !DILocation(line: 31, column: 25, scope: !68)
!79 = !DILocation(line: 31, column: 33, scope: !68)
!80 = !DILocation(line: 31, column: 32, scope: !68)
!81 = !DILocation(line: 31, column: 30, scope: !68)
!83 = !DILocation(line: 32, column: 5, scope: !68)
!87 = distinct !DISubprogram(name: "add_atomic", scope: !1, file: !1, line: 20, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!88 = !DILocation(line: 20, column: 33, scope: !87)
!89 = !DILocation(line: 20, column: 60, scope: !87)
!90 = distinct !DISubprogram(name: "add_plain", scope: !1, file: !1, line: 21, scopeLine: 21, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!91 = !DILocation(line: 21, column: 41, scope: !90)
!92 = !DILocation(line: 21, column: 38, scope: !90)
!93 = !DILocation(line: 21, column: 44, scope: !90)
