import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * What a list of an account shows, from the address, and the way to show something else of it.
 *
 * @param read reads the part of the address behind the question mark; what does not fit is left out
 */
export function useListSearch<Search extends { page?: number }>(read: (search: Record<string, unknown>) => Search) {
  const navigate = useNavigate();
  const shown = read(useSearch({ strict: false }));
  const show = (change: Record<string, unknown>) => {
    // Whatever else is shown begins with its first page.
    const { page: _page, ...others } = shown;
    void navigate({ to: '.', search: read({ ...others, ...change }), replace: true });
  };
  return { shown, show };
}
