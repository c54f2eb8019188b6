/**
 * Whether anything of a text would be seen. Spaces, controls, and what Unicode tells programs to draw as nothing (zero-width
 * spaces and joiners, byte order mark, fillers) are not; nor is the braille pattern without dots.
 */
export const hasVisible = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(text);
