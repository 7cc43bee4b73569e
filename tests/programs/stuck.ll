target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@flag = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %one = alloca i64, align 8
  %.atomictmp = alloca i32, align 4
  %call = call i32 @pthread_create(ptr noundef %one, ptr noundef null, ptr noundef @wait, ptr noundef null), !dbg !13
  store i32 1, ptr %.atomictmp, align 4, !dbg !14
  %0 = load i32, ptr %.atomictmp, align 4, !dbg !14
  store atomic i32 %0, ptr @flag seq_cst, align 4, !dbg !14
  %1 = load i64, ptr %one, align 8, !dbg !19
  %call1 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !22
  ret i32 0, !dbg !23
}
define internal ptr @wait(ptr noundef %unused) !dbg !26 {
entry:
  %unused.addr = alloca ptr, align 8
  %seen = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %unused, ptr %unused.addr, align 8
  %0 = load atomic i32, ptr @flag seq_cst, align 4, !dbg !30
  store i32 %0, ptr %atomic-temp, align 4, !dbg !30
  %1 = load i32, ptr %atomic-temp, align 4, !dbg !30
  store i32 %1, ptr %seen, align 4, !dbg !31
  store i32 0, ptr %i, align 4, !dbg !33
  br label %for.cond, !dbg !32
for.cond:
  %2 = load i32, ptr %seen, align 4, !dbg !34
  %tobool = icmp ne i32 %2, 0, !dbg !35
  %lnot = xor i1 %tobool, true, !dbg !35
  br i1 %lnot, label %for.body, label %for.cond.cleanup, !dbg !36
for.cond.cleanup:
  br label %for.end
for.body:
  br label %for.inc, !dbg !36
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !37
  %inc = add nsw i32 %3, 1, !dbg !37
  store i32 %inc, ptr %i, align 4, !dbg !37
  br label %for.cond, !dbg !36
for.end:
  %4 = load ptr, ptr %unused.addr, align 8, !dbg !42
  ret ptr %4, !dbg !44
}
!1 = !DIFile(filename: "stuck.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 15, scopeLine: 16, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!13 = !DILocation(line: 18, column: 5, scope: !9)
!14 = !DILocation(line: 19, column: 5, scope: !9)
!19 = !DILocation(line: 20, column: 18, scope: !9)
!22 = !DILocation(line: 20, column: 5, scope: !9)
!23 = !DILocation(line: 21, column: 1, scope: !9)
!26 = distinct !DISubprogram(name: "wait", scope: !1, file: !1, line: 7, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized)
!30 = !DILocation(line: 9, column: 16, scope: !26)
!31 = !DILocation(line: 9, column: 9, scope: !26)
!32 = !DILocation(line: 10, column: 10, scope: !26)
!33 = !DILocation(line: 10, column: 14, scope: !26)
!34 = !DILocation(line: 10, column: 22, scope: !26)
!35 = !DILocation(line: 10, column: 21, scope: !26)
!36 = !DILocation(line: 10, column: 5, scope: !26)
!37 = !DILocation(line: 10, column: 29, scope: !26)
!42 = !DILocation(line: 12, column: 12, scope: !26)
!44 = !DILocation(line: 12, column: 5, scope: !26)
