import { problems } from '@parley/contract';
import { bg } from '@parley/contract/text/bg/catalogue';
import { en } from '@parley/contract/text/en/catalogue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, problemText } from './api/api-problem.ts';
import { nothingShown } from './nothing-shown.testing.ts';
import { withEveryText } from './shown-words.testing.ts';
import { showLanguage } from './text.ts';
import { faultOf } from './told-faults.ts';
import { shownToasts, toastError, toastProblem, toastSuccess } from './ui/toast.ts';

type Key = keyof typeof en;

/** What the catalogues of errors (communications and administration, section 8) name and is built: by which key it is said, and what its English says. */
const named: readonly (readonly [what: string, key: Key, says: RegExp])[] = [
  ['Unexpected error, try again or contact support', 'ERROR_DEFAULT_MESSAGE', /^Unexpected error\. Try again or contact support\.$/],
  ['Unexpected error! Please reload the page', 'FRAME_UNEXPECTED_RELOAD', /^Unexpected error! Please reload the page$/],
  ['400 Unexpected error', 'FRAME_UNEXPECTED', /^Unexpected error$/],
  ['403 You don’t have sufficient rights', 'FRAME_FORBIDDEN', /^You don’t have sufficient rights$/],
  ['403 of a call', 'ERROR_FORBIDDEN', /^You don’t have sufficient rights\.$/],
  ['404 Not found', 'FRAME_NOT_FOUND', /^Not found$/],
  ['404 of a call', 'ERROR_NOT_FOUND', /^Not found\.$/],
  ['You have unsaved changes', 'FORM_UNSAVED', /^You have unsaved changes$/],
  ['Failed to send message', 'COMMUNICATIONS_NOT_SENT', /^Not sent\. \{reason\}$/],
  ['Incomplete upstream error', 'ERROR_INCOMPLETE_UPSTREAM', /arrived incomplete/],
  ['Room does not exist', 'ROOM_NOT_FOUND', /^Room does not exist\.$/],
  ['Websocket failure: message sending failed', 'COMMUNICATIONS_NOT_SENT_UNREACHABLE', /could not be reached/],
  ['WEBSOCKET_RECONNECT', 'WEBSOCKET_RECONNECT', /lost/],
  ['WEBSOCKET_CONNECTED', 'WEBSOCKET_CONNECTED', /Connected again/],
  ['SUCCESS_DEFAULT', 'SUCCESS_DEFAULT', /Saved/],
  ['could not load rooms', 'COMMUNICATIONS_LIST_FAILED', /^The rooms could not be loaded$/],
  ['could not load room', 'COMMUNICATIONS_ROOM_FAILED', /^The conversation could not be loaded$/],
  ['could not resolve conversation', 'FAILED_FRAME_RESOLVE', /could not be resolved/],
  ['could not rename room', 'FAILED_ROOMS_CHANGE', /could not be changed/],
  ['could not create room', 'FAILED_ROOMS_CREATE', /could not be created/],
  ['could not add participant', 'FAILED_ROOMS_ADD_PARTICIPANTS', /could not be added/],
  ['could not remove participant', 'FAILED_ROOMS_REMOVE_PARTICIPANTS', /could not be changed/],
  ['could not start conversation', 'FAILED_FRAME_CONVERSATION_STATE', /could not be started/],
  ['could not change channel', 'FAILED_FRAME_ADD_CHANNEL', /could not be added/],
  ['START_FAILED', 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION', /could not be started/],
  [
    'START_FAILED, channel type not available',
    'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_START_CONVERSATION_NOT_AVAILABLE_CHANNEL_TYPE',
    /not available/,
  ],
  ['CHANNEL_ADDED_FAILED', 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_ADDED', /could not be added/],
  ['occupied', 'COMMUNICATION_CHANNEL_CANNOT_MESSAGE_ERROR_CHANNEL_OCCUPIED', /A colleague/],
  ['failed status and reason', 'COMMUNICATIONS_MESSAGE_FAILED_STATUS', /\{reason\}/],
  ['failed, no reason known', 'COMMUNICATIONS_MESSAGE_FAILED_REASON_DEFAULT', /did not say why/],
  ['deleted user', 'COMMUNICATIONS_MAIN_BODY_USER_DELETED', /no longer a user/],
  ['Channel does not exist; no channel of that id', 'CHANNEL_NOT_FOUND', /^Channel does not exist\.$/],
  [
    'Room has no conversations',
    'ROOM_WITHOUT_CONVERSATIONS',
    /^Room has no conversations, cannot add channel to any existing conversation!$/,
  ],
  ['Room is already resolved!', 'ROOM_ALREADY_RESOLVED', /^Room is already resolved!$/],
  ['Not a valid state was provided', 'CONVERSATION_STATE_NOT_VALID', /^Not a valid state was provided\.$/],
  ['Not a valid channel was provided', 'CHANNEL_NOT_VALID', /^Not a valid channel was provided\.$/],
  ['the session has expired', 'ERROR_UNAUTHENTICATED', /^Your session has expired\./],
  ['done by the inbound routing rules', 'COMMUNICATIONS_INBOUND_ROUTING', /^Inbound routing rules$/],
];

/** A race that somebody else won is no failure: it is told as news. */
const NEWS = ['CONVERSATION_TAKEN', 'CONVERSATION_OUT_OF_SIGHT', 'CONVERSATION_WRITTEN_SINCE'];

withEveryText();
beforeEach(async () => {
  await nothingShown();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the catalogue of errors', () => {
  it.each(named)('%s is said in both languages', (_what, key, says) => {
    expect(en[key]).toMatch(says);
    expect(bg[key]).toMatch(/\p{Script=Cyrillic}/u);
  });

  it.each(Object.keys(problems) as (keyof typeof problems)[])('%s has its words at the bottom, with what it names put in', async (key) => {
    const params = Object.fromEntries(
      [...en[key].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, name === 'limit' ? 7 : `<${name}>`]),
    );
    const refusal = new ApiProblem(problems[key], { message: key, errors: [{ message: key, params }] }, 'r1');
    for (const language of ['en', 'bg'] as const) {
      await showLanguage(language);
      expect(problemText(refusal)).not.toMatch(/\{\w+\}/);
      for (const value of Object.values(params)) expect(problemText(refusal)).toContain(String(value));
      toastProblem(refusal);
      expect(shownToasts().at(-1)).toMatchObject({ kind: NEWS.includes(key) ? 'info' : 'error', message: problemText(refusal) });
      vi.runAllTimers();
    }
    await showLanguage('en');
  });

  it('a refusal is the server’s to report and the page’s to show; what the page did wrong itself is reported, and its words stay here', () => {
    const at = { origin: 'http://127.0.0.1:8080', pathname: '/communications' };
    expect(faultOf(new ApiProblem(409, { message: 'ROOM_ALREADY_RESOLVED', errors: [] }, 'r1'), at)).toBeNull();
    // Nobody is told of what somebody cancelled by leaving the page.
    expect(faultOf(new DOMException('left', 'AbortError'), at)).toBeNull();
    const broken = new TypeError('Maria’s words');
    broken.stack = `TypeError\n    at draw (${at.origin}/assets/page.js:1:2)`;
    expect(faultOf(broken, at)).toEqual({
      type: 'TypeError',
      frames: [{ function: 'draw', file: '/assets/page.js', line: 1, column: 2 }],
      page: '/communications',
    });
  });

  it('of what nobody has words for the default is said, for five seconds', () => {
    for (const problem of [
      new Error('x'),
      new ApiProblem(502, { message: 'NOT_OURS', errors: [{ message: 'NOR_THIS', params: {} }] }, null),
    ]) {
      toastProblem(problem);
      expect(shownToasts().at(-1)?.message).toBe(en.ERROR_DEFAULT_MESSAGE);
      vi.advanceTimersByTime(4999);
      expect(shownToasts()).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(shownToasts()).toEqual([]);
    }
  });

  it('a lost line, its return and a success are said by their own words', () => {
    toastError('WEBSOCKET_RECONNECT');
    toastSuccess('WEBSOCKET_CONNECTED');
    toastSuccess('SUCCESS_DEFAULT');
    expect(shownToasts().map(({ kind, message }) => [kind, message])).toEqual([
      ['error', en.WEBSOCKET_RECONNECT],
      ['success', en.WEBSOCKET_CONNECTED],
      ['success', en.SUCCESS_DEFAULT],
    ]);
  });
});
