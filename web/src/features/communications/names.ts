import { createContext, useContext } from 'react';

type NameOf = (userId: string) => string;

/** One reading of the names for the whole page: each of its rows and messages asks. */
export const ColleagueNames = createContext<NameOf | null>(null);

/** Tells a colleague's name by id; unknown ones are "a colleague", as within a sentence. Only below the Communications page. */
export function useColleagueName(): NameOf {
  const nameOf = useContext(ColleagueNames);
  if (nameOf === null) throw new Error('useColleagueName outside the Communications page');
  return nameOf;
}

type PictureOf = (userId: string) => string | null;

/** Likewise of the pictures. */
export const ColleaguePictures = createContext<PictureOf | null>(null);

/** Tells which picture a colleague chose, by the colleague's id; null where none is known. Only below the Communications page. */
export function useColleaguePicture(): PictureOf {
  const pictureOf = useContext(ColleaguePictures);
  if (pictureOf === null) throw new Error('useColleaguePicture outside the Communications page');
  return pictureOf;
}
