import { type ComponentType, Suspense } from 'react';
import { create } from 'zustand';
import { Area } from './Area.tsx';

const usePiece = create<{ Piece: ComponentType | null }>(() => ({ Piece: null }));

/** Puts over every page what goes on after its page was left. There is one such thing; itself it says when it shows nothing. */
export const standOverPages = (Piece: ComponentType): void => usePiece.setState({ Piece });

/** Where it stands. */
export function OverPages() {
  const { Piece } = usePiece();
  return Piece === null ? null : (
    <Area name="" onBroken={() => undefined}>
      <Suspense fallback={null}>
        <Piece />
      </Suspense>
    </Area>
  );
}
