import { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { remoteStorage, type Storage } from './storage.ts';

/** A bucket that speaks the protocol of S3. */
export interface Bucket {
  bucket: string;
  region: string;
  /** Undefined: Amazon's own of the region. */
  endpoint: string | undefined;
  /** Undefined: as Amazon's tools find them (the machine's role, their variables). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

const CONNECT_WITHIN = 5000;
/** Silence of the storage, not the time of a whole file. */
const ANSWER_WITHIN = 30_000;

export function s3Storage({ bucket, region, endpoint, credentials }: Bucket): Storage {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    // What others than Amazon understand: no checksums behind the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What it has to say comes with its errors; it must not write beside our log.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: CONNECT_WITHIN, socketTimeout: ANSWER_WITHIN },
  });
  // Who may read is decided here, never by lists of the bucket.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  return remoteStorage(disk, isMissing);
}

const quiet = () => {};

function isMissing(error: unknown): boolean {
  const cause = (error as { cause?: { name?: unknown } }).cause;
  return cause?.name === 'NoSuchKey' || cause?.name === 'NotFound';
}
