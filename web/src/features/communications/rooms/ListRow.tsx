import { memo } from 'react';
import { useText } from '../../../text.ts';
import { Area } from '../../../ui/Area.tsx';
import { RoomRow, type RoomRowProps } from './RoomRow.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';

interface ListRowProps extends RoomRowProps {
  /** Rooms are being selected. */
  isSelecting: boolean;
  /** The same function as long as the list is. */
  onToggle: (row: string) => void;
}

/** A room's row with what selects it. The list is drawn anew with every message of any room; this only when something of its own is another. */
export const ListRow = memo(function ListRow({ isSelecting, onToggle, ...row }: ListRowProps) {
  const text = useText();
  const { record, me, show, isSelected } = row;
  return (
    <Area name={text('COMMUNICATIONS_ROOM')} shows={record} place="line">
      <RoomRow {...row} />
      {show === 'internal' ? null : (
        <RowCheckbox room={record.room} me={me} isSelected={isSelected} shows={isSelecting} onToggle={() => onToggle(row.row)} />
      )}
    </Area>
  );
});
