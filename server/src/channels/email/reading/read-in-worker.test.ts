import { afterAll, expect, it } from 'vitest';
import { mailReader, readInWorker } from './read-in-worker.ts';

const mail = (subject: string, text: string, type = 'text/plain'): Buffer =>
  Buffer.from(`From: ana@mail.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@mail.test>\r\nContent-Type: ${type}\r\n\r\n${text}`);
const small = mail('Small', 'Good morning');
const narrow = mailReader({ within: 20_000, mostHeap: 24 });
afterAll(() => narrow.close());

it('reads what it is given beside everything else, files and all', async () => {
  const source = Buffer.from(
    'From: ana@mail.test\nContent-Type: multipart/mixed; boundary=B\n\n--B\n\nHere it is\n--B\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==\n--B--',
  );
  const [one, other] = await Promise.all([readInWorker(source), readInWorker(small)]);
  expect(one).toMatchObject({ text: 'Here it is', parts: [{ name: 'a.pdf', size: 4 }] });
  expect(Buffer.from(one.parts[0]?.content ?? []).toString()).toBe('%PDF');
  expect(other.text).toBe('Good morning');
});

it('tells a mail that takes too long by its headers, and goes on with the next', async () => {
  const troubles: string[] = [];
  const [slow, next] = await Promise.all([
    narrow.read(mail('Slow', 'x'.repeat(5_000_000)), { within: 0, onTrouble: ({ why }) => troubles.push(why) }),
    narrow.read(small),
  ]);
  expect(slow).toMatchObject({
    messageId: '<Slow@mail.test>',
    subject: 'Slow',
    text: '',
    notices: ['HEADERS_ONLY'],
    from: { address: 'ana@mail.test' },
  });
  expect(next).toMatchObject({ text: 'Good morning', notices: [] });
  expect(troubles).toEqual(['TIME']);
});

it('tells a mail that takes too much memory by its headers, and goes on with the next', async () => {
  const troubles: string[] = [];
  const tight = mailReader({ within: 20_000, mostHeap: 12 });
  const greedy = mail('Greedy', '<p>x'.repeat(240_000), 'text/html');
  const outcome = await tight.read(greedy, { onTrouble: ({ why }) => troubles.push(why) });
  expect(troubles).toEqual(['MEMORY']);
  expect(outcome).toMatchObject({ subject: 'Greedy', notices: ['HEADERS_ONLY'] });
  expect(await tight.read(small)).toMatchObject({ text: 'Good morning' });
  await tight.close();
});
