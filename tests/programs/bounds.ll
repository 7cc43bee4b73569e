target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@items = internal global [3 x i32] zeroinitializer, align 4
@after = internal global i32 0, align 4
define dso_local i32 @main() !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %i = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 0, ptr %i, align 4, !dbg !13
  br label %for.cond, !dbg !12
for.cond:
  %0 = load i32, ptr %i, align 4, !dbg !18
  %cmp = icmp slt i32 %0, 3, !dbg !19
  br i1 %cmp, label %for.body, label %for.cond.cleanup, !dbg !20
for.cond.cleanup:
  br label %for.end
for.body:
  %1 = load i32, ptr %i, align 4, !dbg !21
  %idxprom = sext i32 %1 to i64, !dbg !21
  %arrayidx = getelementptr inbounds [3 x i32], ptr @items, i64 0, i64 %idxprom, !dbg !21
  store i32 1, ptr %.atomictmp, align 4, !dbg !21
  %2 = load i32, ptr %.atomictmp, align 4, !dbg !21
  store atomic i32 %2, ptr %arrayidx seq_cst, align 4, !dbg !21
  br label %for.inc, !dbg !21
for.inc:
  %3 = load i32, ptr %i, align 4, !dbg !22
  %inc = add nsw i32 %3, 1, !dbg !22
  store i32 %inc, ptr %i, align 4, !dbg !22
  br label %for.cond, !dbg !20
for.end:
  store i32 1, ptr @after, align 4, !dbg !26
  ret i32 0, !dbg !27
}
!1 = !DIFile(filename: "bounds.c", directory: "")
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 11, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!12 = !DILocation(line: 13, column: 10, scope: !9)
!13 = !DILocation(line: 13, column: 14, scope: !9)
!18 = !DILocation(line: 13, column: 21, scope: !9)
!19 = !DILocation(line: 13, column: 23, scope: !9)
!20 = !DILocation(line: 13, column: 5, scope: !9)
!21 = !DILocation(line: 14, column: 9, scope: !9)
!22 = !DILocation(line: 13, column: 33, scope: !9)
!26 = !DILocation(line: 15, column: 11, scope: !9)
!27 = !DILocation(line: 16, column: 5, scope: !9)
