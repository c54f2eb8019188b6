/** What must not leave the process in a log line, a trace or an error report, and what stands in its place. */
const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  // Name and password of an address, and everything that an address asks for.
  [/(\w:\/\/)[^\s/@]+@/g, '$1…@'],
  [/\?[^\s"'?]*=[^\s"']*/g, '?…'],
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  // Signed tokens, then anything long and random; ids have hyphens and stay.
  [/\b[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}\b/g, '[token]'],
  [/(?<![\w/.-])(?=\w*\d)(?=\w*[A-Za-z])[\w+]{32,}=*/g, '[token]'],
  [/[^\s"'<>(),:;]+@[^\s"'<>(),:;]+\.\w+/g, '[address]'],
  [/(?<![\w.-])\+?\d(?:[ ()-]?\d){8,}(?![\w.-])/g, '[number]'],
];

/** A text of ours or a library's without addresses of people, phone numbers, tokens and queries. */
export function scrubText(text: string): string {
  return PATTERNS.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

export interface ScrubbedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  /** Of the database: which of its rules refused, by names that are ours. */
  constraint?: string;
  table?: string;
  cause?: ScrubbedError;
}

/**
 * An error without the data it was about. PostgreSQL's details and JSON's complaints quote what they were given, so what stands between
 * quotation marks goes, and of an error's own fields only those that can hold none of it are kept.
 */
export function scrubError(error: unknown, depth = 0): ScrubbedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'something that is no error was thrown', stack: '' };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const message = scrubText(error.message.replace(/"[^"]*"|'[^']{3,}'/g, '"…"')).slice(0, 500);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(error.cause !== undefined && depth < 4 && { cause: scrubError(error.cause, depth + 1) }),
  };
}
