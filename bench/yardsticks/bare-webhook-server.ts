import fastify from 'fastify';
import pg from 'pg';

// The least that can take a webhook: Fastify stores what came in one transaction and answers 200. Nothing is verified or
// looked at. Says {type:'ready', url} and stops when it is told to or when its parent is gone.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
await pool.query('create table deliveries (id bigint generated always as identity primary key, body jsonb not null)');

const http = fastify();
http.post('/webhook', async (request) => {
  await pool.query({ name: 'store', text: 'insert into deliveries (body) values ($1)', values: [JSON.stringify(request.body)] });
  return {};
});
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('disconnect', stop);
const url = await http.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.send?.({ type: 'ready', url });
