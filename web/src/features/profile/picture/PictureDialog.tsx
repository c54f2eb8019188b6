import { Button, Slider } from '@mantine/core';
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { uploadFile } from '../../../files/upload-file.ts';
import { useUserChanged } from '../../../session/current-user.ts';
import { useText } from '../../../text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Refusal } from '../../../ui/Refusal.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { cutOut } from './cut-out.ts';
import styles from './PictureDialog.module.css';
import { type Crop, MOST_ZOOM, middle, type Size, squareOf, zoomed } from './square-crop.ts';
import { useCropMoves } from './use-crop-moves.ts';

interface PictureDialogProps {
  file: File;
  /** Of the person, for the preview. */
  name: string;
  onClose: () => void;
  /** The browser cannot show it. */
  onUnreadable: () => void;
}

/** Where the whole picture lies so that its chosen square fills its place. */
function placed(crop: Crop, size: Size): CSSProperties {
  const { left, top, side } = squareOf(crop, size);
  const percent = (part: number) => `${(part / side) * 100}%`;
  return { width: percent(size.width), height: percent(size.height), left: percent(-left), top: percent(-top) };
}

/** An address of a file that is still on this computer, for as long as it is shown. */
function useLocalAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

/** Chooses the square of a picture that colleagues will see: by pointer, by arrow keys, and nearer or further away. */
export function PictureDialog({ file, name, onClose, onUnreadable }: PictureDialogProps) {
  const text = useText();
  const id = useId();
  const userChanged = useUserChanged();
  const address = useLocalAddress(file);
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [crop, setCrop] = useState(middle);
  const [works, setWorks] = useState<AbortController | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const moves = useCropMoves(size, crop, setCrop);
  const cancel = () => {
    works?.abort();
    onClose();
  };
  const save = async () => {
    if (picture.current === null) return;
    const abort = new AbortController();
    setWorks(abort);
    setRefusal(null);
    try {
      const { fileId } = await uploadFile(await cutOut(picture.current, crop), abort.signal, () => undefined);
      userChanged(await api.users.setPicture({ body: { fileId } }, { signal: abort.signal }));
      toastSuccess('PROFILE_PICTURE_SAVED');
      onClose();
    } catch (problem) {
      if (!abort.signal.aborted) setRefusal(problem);
    } finally {
      setWorks(null);
    }
  };
  const style = size === null ? {} : placed(crop, size);
  const shown = <img className={styles.picture} style={style} src={address ?? ''} alt="" draggable={false} />;
  return (
    <Dialog title={text('PROFILE_PICTURE_CUT')} width={400} onClose={cancel}>
      <section
        className={styles.crop}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture in it.
        tabIndex={0}
        aria-label={text('PROFILE_PICTURE_PLACE')}
        aria-describedby={id}
        data-autofocus
        {...moves}
      >
        {address === null ? null : (
          <img
            ref={picture}
            className={styles.picture}
            style={style}
            src={address}
            alt=""
            draggable={false}
            onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
            onError={onUnreadable}
          />
        )}
      </section>
      <p className={styles.words} id={id}>
        {text('PROFILE_PICTURE_CUT_WORDS')}
      </p>
      <div className={styles.zoom}>
        <Icon name="minus" />
        <Slider
          className={styles.slider ?? ''}
          min={1}
          max={MOST_ZOOM}
          step={0.1}
          label={null}
          thumbLabel={text('PROFILE_PICTURE_ZOOM')}
          value={crop.zoom}
          disabled={size === null}
          onChange={(zoom) => size !== null && setCrop(zoomed(crop, size, zoom))}
        />
        <Icon name="plus" />
      </div>
      <div className={styles.preview} aria-hidden="true">
        {([64, 28, 20] as const).map((side) => (
          <Avatar key={side} name={name} kind="colleague" size={side} picture={size === null ? undefined : shown} />
        ))}
        <span>{text('PROFILE_PICTURE_PREVIEW')}</span>
      </div>
      {refusal === null ? null : (
        <div className={styles.refusal}>
          <Refusal problem={refusal} />
        </div>
      )}
      <div className={styles.answers}>
        <Button variant="default" onClick={cancel}>
          {text('FRAME_CANCEL')}
        </Button>
        <Button loading={works !== null} disabled={size === null} onClick={() => void save()}>
          {text('PROFILE_PICTURE_SAVE')}
        </Button>
      </div>
    </Dialog>
  );
}
