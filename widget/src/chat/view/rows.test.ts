import type { VisitorEvent } from '@parley/contract/frames/visitor';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './rows.ts';

const said = (channelSeq: number, from: VisitorEvent['from'], at: string, status: VisitorEvent['status'] = 'SENT'): VisitorEvent => ({
  id: `event-${channelSeq}`,
  channelSeq,
  createdAt: at,
  from,
  name: from === 'VISITOR' ? null : 'Elena',
  text: `${channelSeq}`,
  file: null,
  clientMessageId: from === 'VISITOR' ? `client-${channelSeq}` : null,
  status,
});
const dayOf = (instant: string) => instant.slice(0, 10);
const brief = (events: VisitorEvent[], unsent = 0) =>
  rowsOf(
    {
      events,
      outbox: Array.from({ length: unsent }, (_, at) => ({
        clientMessageId: `out-${at}`,
        text: 'x',
        file: null,
        state: 'sending' as const,
      })),
    },
    dayOf,
  ).map((row) => (row.kind === 'mine' && row.status ? `mine:${row.status}` : row.kind));

describe('rows of the log', () => {
  it('says the writer once per group and the delivery once at the end of it', () => {
    const events = [
      said(1, 'VISITOR', '2026-11-02T10:44:00.000Z', 'SEEN'),
      said(2, 'AGENT', '2026-11-02T10:45:00.000Z'),
      said(3, 'AGENT', '2026-11-02T10:45:20.000Z'),
      said(4, 'VISITOR', '2026-11-02T10:46:00.000Z', 'DELIVERED'),
      said(5, 'VISITOR', '2026-11-02T10:46:10.000Z', 'DELIVERED'),
    ];
    expect(brief(events)).toEqual(['day', 'mine:SEEN', 'writer', 'theirs', 'theirs', 'mine', 'mine:DELIVERED']);
  });

  it('says the time again after a pause and the day again after midnight', () => {
    const events = [
      said(1, 'AGENT', '2026-11-02T10:00:00.000Z'),
      said(2, 'AGENT', '2026-11-02T10:10:00.000Z'),
      said(3, 'AGENT', '2026-11-03T10:10:00.000Z'),
    ];
    expect(brief(events)).toEqual(['day', 'writer', 'theirs', 'writer', 'theirs', 'day', 'writer', 'theirs']);
  });

  it('passes on what a message carries', () => {
    const file = { fileId: 'f', fileName: 'лампа.png', fileSize: 9, mediaType: 'image/png', imageWidth: 3, imageHeight: 2 };
    const events = (['AGENT', 'VISITOR'] as const).map((from, at) => ({ ...said(at + 1, from, '2026-11-02T10:00:00.000Z'), file }));
    const rows = rowsOf({ events, outbox: [] }, dayOf).filter(({ kind }) => kind === 'mine' || kind === 'theirs');
    expect(rows).toMatchObject([{ file }, { file }]);
  });

  it('puts what is on its way last, where its own state speaks', () => {
    expect(brief([said(1, 'VISITOR', '2026-11-02T10:00:00.000Z')], 2)).toEqual(['day', 'mine', 'unsent', 'unsent']);
  });
});
