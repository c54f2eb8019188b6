import type { DraftSave, Quote, Room, RoomDraft, UploadedFile } from '@parley/contract';

type Place = Pick<RoomDraft, 'roomId' | 'channelId'>;

/** Drafts of the signed-in person while the page is open; there is but one window, so that nothing ever lost stands beside them. */
export class MockDrafts {
  readonly #all = new Map<string, RoomDraft>();

  list = (): RoomDraft[] =>
    [...this.#all.values()].filter((one) => one.text !== '' || one.attachments.length > 0 || one.quote !== undefined);

  /** As it is then. */
  save(
    { roomId, channelId }: Place,
    body: DraftSave,
    { channels, roomConversations }: Room,
    { files, quote }: { files: readonly UploadedFile[]; quote: Quote | undefined },
  ): RoomDraft {
    const { windowId, save: _save, base: _base, typedAgo, settled, aside, ...content } = body;
    const key = `${roomId}.${channelId}`;
    const channel = channels.find((one) => one.channelId === channelId);
    const before = this.#all.get(key);
    const typedAt = new Date(Date.now() - typedAgo).toISOString();
    const kept = (before?.others ?? []).filter(({ id }) => !settled.includes(id));
    const others = aside.map((one) => ({ ...one, id: crypto.randomUUID(), attachmentsFullDetails: [], typedAt }));
    const inConversation = roomConversations.find(
      ({ state, channels: all }) => state !== 'RESOLVED' && all.some((one) => one.channelId === channelId),
    );
    const draft: RoomDraft = {
      ...content,
      roomId,
      channelId,
      isPrivate: channelId === 'note',
      conversationId: inConversation?.id ?? null,
      channelApplicationId: channel?.channelApplicationId ?? null,
      attachmentsFullDetails: [...files],
      quote,
      version: (before?.version ?? 0) + 1,
      typedAt,
      windowId,
      others: [...kept, ...others],
    };
    this.#all.set(key, draft);
    return draft;
  }

  /** What was sent is no draft any more. */
  sent(clientMessageId: string): void {
    for (const [key, draft] of this.#all) if (draft.clientMessageId === clientMessageId) this.#all.delete(key);
  }
}
