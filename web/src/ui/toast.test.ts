import { notificationsStore } from '@mantine/notifications';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem } from '../api/api-problem.ts';
import { startText } from '../text.ts';
import { toastError, toastProblem, toastSuccess } from './toast.ts';

const style = new Map<string, string>();

beforeAll(() => {
  const documentElement = { lang: '', clientHeight: 800, style: { setProperty: (name: string, value: string) => style.set(name, value) } };
  Object.assign(globalThis, { document: { documentElement, querySelector: () => null } });
  return startText();
});
beforeEach(() => notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] }));

const shown = () => notificationsStore.getState().notifications;

describe('a toast', () => {
  it.each([
    ['of an error', () => toastError('ERROR_DEFAULT_MESSAGE'), 'alert'],
    ['of a refusal', () => toastProblem(new ApiProblem(404, { message: 'ROOM_NOT_FOUND', errors: [] }, null)), 'alert'],
    ['of what was done', () => toastSuccess('COMMUNICATIONS_RESOLVED_TOAST'), 'status'],
  ])('%s lasts 5000 ms and cannot be dismissed', (_of, show, role) => {
    show();
    expect(shown()).toHaveLength(1);
    expect(shown()[0]).toMatchObject({ autoClose: 5000, allowClose: false, withCloseButton: false, role });
  });

  it('stands at the lower edge where nothing has to stay free', () => {
    toastError('ERROR_DEFAULT_MESSAGE');
    expect(style.get('--toast-bottom')).toBe('0px');
  });
});
