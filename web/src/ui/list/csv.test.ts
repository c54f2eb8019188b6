import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const lines = (csv: string) => csv.replace('\uFEFF', '').split('\r\n');

it('begins with the mark by which Excel knows Cyrillic, and ends every line as the standard says', () => {
  expect(csvOf(['Име', 'Роля'], [['Мила Георгиева', 'Агент']], ',')).toBe('\uFEFFИме,Роля\r\nМила Георгиева,Агент\r\n');
});

it('quotes what has any separator, quotation marks or ends of lines', () => {
  expect(csvOf(['a', 'b'], [['one, "two"', 'x\ny']], ',')).toBe('\uFEFFa,b\r\n"one, ""two""","x\ny"\r\n');
  expect(lines(csvOf(['a', 'b'], [['1,5', 'x;y']], ';'))[1]).toBe('"1,5";"x;y"');
});

it.each(['=1+1', '+359 2 000', '-2', '@sum(A1)', '\tx', '\rx', '\nx', '＝1+1'])('makes the formula %j harmless', (formula) => {
  const written = lines(csvOf(['a'], [[formula]], ','))[1] ?? '';
  expect(written.replace(/^"/, '')[0]).toBe("'");
});

it('leaves figures to be counted with, also those below nothing', () => {
  expect(lines(csvOf(['a', 'b'], [[-2, 1234.5]], ','))[1]).toBe('-2,1234.5');
});
