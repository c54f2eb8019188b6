import { create } from 'zustand';

/** Conversations that are going to be resolved, or just are: nobody asks for it twice. */
export const useBeingResolved = create<ReadonlySet<string>>(() => new Set());
