/** A list's answer (domain: conventions of the wire); `total` is exact. */
export function pageOf<T>(content: T[], { page, size }: { page: number; size: number }, total: number) {
  const totalPages = Math.ceil(total / size);
  return { content, page, size, totalElements: total, totalPages, last: page >= totalPages - 1 };
}

/** `name,asc` as its two parts. */
export function sortOf<Field extends string>(sort: `${Field},${'asc' | 'desc'}`): { field: Field; direction: 'asc' | 'desc' } {
  const [field, direction] = sort.split(',') as [Field, 'asc' | 'desc'];
  return { field, direction };
}
