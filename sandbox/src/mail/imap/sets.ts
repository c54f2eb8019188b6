/** Whether a number is named by `1,3:5,8:*`. @param last what `*` stands for. @throws Error where it is no such set */
export function numbersIn(set: string, last: number): (number: number) => boolean {
  const ranges = set.split(',').map((range) => {
    const ends = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    const [from = Number.NaN, to = from] = ends;
    if (ends.length > 2 || Number.isNaN(from) || Number.isNaN(to)) throw new Error(`${set} names no mails`);
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return (number) => ranges.some(([from, to]) => number >= from && number <= to);
}
