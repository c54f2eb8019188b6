import { create } from 'zustand';

/** How many things wait for the reader on this page; stands before the page's name in the browser's title. */
export const useTitleCount = create<{ count: number }>(() => ({ count: 0 }));

/** Sets the number before the page's name; 0 takes it away. */
export function setTitleCount(count: number): void {
  useTitleCount.setState({ count });
}
