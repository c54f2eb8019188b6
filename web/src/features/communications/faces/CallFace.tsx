import type { CallEvent } from '@parley/contract';
import { hasVisible } from '@parley/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useFileUrls } from '../../../files/use-file-urls.ts';
import { useFormat } from '../../../format.ts';
import { type TextKey, useText } from '../../../text.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { WrittenText } from '../timeline/WrittenText.tsx';
import styles from './Faces.module.css';

const results: Readonly<Record<string, TextKey>> = {
  ANSWERED: 'FACE_CALL_ANSWERED',
  NO_ANSWER: 'FACE_CALL_NO_ANSWER',
  NOANSWER: 'FACE_CALL_NO_ANSWER',
  BUSY: 'FACE_CALL_BUSY',
  FAILED: 'FACE_CALL_FAILED',
  CONGESTION: 'FACE_CALL_FAILED',
  CANCEL: 'FACE_CALL_CANCELLED',
  CANCELLED: 'FACE_CALL_CANCELLED',
  VOICEMAIL: 'FACE_CALL_VOICEMAIL',
};

/** Audio playback speeds, and how it begins (communications, section 9). */
const SPEEDS = [0.5, 1, 1.5, 2] as const;
const FIRST_SPEED = 1;

/** What is heard once it was asked for, in the place of the button that asked. */
function Sound({ fileId, speed }: { fileId: string; speed: number }) {
  const text = useText();
  const audio = useRef<HTMLAudioElement>(null);
  const [isBroken, setBroken] = useState(false);
  /** Where it was heard to: it goes on from there by another address. */
  const heard = useRef(0);
  const isRenewed = useRef(false);
  const { reading, again } = useFileUrls(fileId);
  const isHere = reading.status === 'ready' && !isBroken;
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = speed;
  }, [speed]);
  useEffect(() => {
    // Its place holds the focus that the button had; whoever has gone on elsewhere stays there.
    if (isHere && document.activeElement?.contains(audio.current) === true) audio.current?.focus({ preventScroll: true });
  }, [isHere]);
  if (reading.status === 'loading') return <span className={styles.small} aria-busy="true" />;
  if (reading.status === 'gone') return <span className={styles.small}>{text('FACE_CALL_RECORDING_GONE')}</span>;
  const askAgain = () => {
    setBroken(false);
    again();
  };
  if (reading.status !== 'ready' || isBroken)
    return (
      <span className={styles.small} role="alert">
        {text('FACE_CALL_RECORDING_FAILED')}
        <button type="button" className={styles.verb} onClick={askAgain}>
          {text('FRAME_TRY_AGAIN')}
        </button>
      </span>
    );
  /** Its address may have ended while somebody listened: another one is asked for, once. */
  const fail = () => {
    if (isRenewed.current) return setBroken(true);
    isRenewed.current = true;
    again();
  };
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said.
    <audio
      ref={audio}
      controls
      autoPlay
      src={reading.urls.url}
      aria-label={text('FACE_CALL_RECORDING')}
      onError={fail}
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = heard.current;
      }}
      onTimeUpdate={({ currentTarget }) => {
        heard.current = currentTarget.currentTime;
        isRenewed.current = false;
      }}
      onPlay={({ currentTarget }) => {
        currentTarget.playbackRate = speed;
      }}
    />
  );
}

/** A recording, which is fetched when it is to be heard: it takes the same place before and after, so that nothing in the talk moves for it. */
function Player({ fileId }: { fileId: string }) {
  const text = useText();
  const format = useFormat();
  const name = useId();
  const [isPlaying, setPlaying] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const play = () => {
    place.current?.focus({ preventScroll: true });
    setPlaying(true);
  };
  const [speed, setSpeed] = useState<number>(FIRST_SPEED);
  return (
    <div className={styles.player}>
      <div ref={place} tabIndex={-1} className={styles.sound}>
        {isPlaying ? (
          <Sound fileId={fileId} speed={speed} />
        ) : (
          <button type="button" className={styles.verb} onClick={play}>
            <Icon name="next" size={16} />
            {text('FACE_CALL_PLAY')}
          </button>
        )}
      </div>
      <fieldset className={styles.speeds}>
        <legend>{text('FACE_CALL_SPEED')}</legend>
        {SPEEDS.map((one) => (
          <label key={one} data-chosen={one === speed}>
            <input type="radio" name={name} checked={one === speed} onChange={() => setSpeed(one)} />
            {text('FACE_CALL_SPEED_OF', { speed: format.number(one) })}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** A call: who called whom, what became of it, how long it was, and its recording where there is one. */
export function CallFace({ call, startTime, words }: { call: CallEvent; startTime: string; words: string | null }) {
  const text = useText();
  const format = useFormat();
  const { direction, dialStatus, duration, fromNumber, toNumber, did, didName, recordingFileId, callbackStatus } = call;
  const result = dialStatus === null ? 'FACE_CALL_UNDER_WAY' : (results[dialStatus] ?? 'FACE_CALL_ENDED');
  const isMissed = dialStatus !== null && result !== 'FACE_CALL_ANSWERED' && result !== 'FACE_CALL_ENDED';
  const line = didName || did;
  return (
    <div className={styles.call}>
      <div className={styles.kind} data-missed={isMissed}>
        <Icon name="phone" size={20} />
        <span>
          <b>{text(direction === 'IN' ? 'FACE_CALL_IN' : 'FACE_CALL_OUT')}</b> · {text(result)}
          {duration === null ? null : (
            <>
              {' '}
              · <span title={text('FACE_CALL_LENGTH')}>{format.clock(duration * 1000)}</span>
            </>
          )}
        </span>
      </div>
      <div className={styles.small}>
        {fromNumber || toNumber ? <span>{text('FACE_CALL_FROM_TO', { from: fromNumber ?? '?', to: toNumber ?? '?' })}</span> : null}
        {line ? <span>{text('FACE_CALL_LINE', { line })}</span> : null}
        <span title={format.dateTime(startTime)}>{text('FACE_CALL_BEGAN', { time: format.time(startTime) })}</span>
        {callbackStatus === null ? null : <span>{text('FACE_CALL_CALLBACK')}</span>}
      </div>
      {words !== null && hasVisible(words) ? <WrittenText text={words} /> : null}
      {recordingFileId === null ? null : <Player fileId={recordingFileId} />}
    </div>
  );
}
