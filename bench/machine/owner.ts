import pg from 'pg';

/** A connection of the bench's own, for looking at what was stored. One that is cut tells it to whoever asks next. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
