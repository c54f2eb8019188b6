import type { TextKey } from '../text.ts';
import type { IconName } from '../ui/icon-names.ts';

/** Where a command belongs, in the order in which the list of shortcuts shows them. */
export const commandGroups = {
  EVERYWHERE: 'COMMANDS_EVERYWHERE',
  PAGES: 'COMMANDS_PAGES',
  CREATE: 'COMMANDS_CREATE',
  STATUS: 'COMMANDS_STATUS',
  LIST: 'COMMANDS_LIST',
  ROOM: 'COMMANDS_ROOM',
} as const satisfies Record<string, TextKey>;
export type CommandGroup = keyof typeof commandGroups;

export interface CommandEntry {
  name: TextKey;
  group: CommandGroup;
  icon: IconName;
  /** `mod+k` (Ctrl, on a Mac Cmd), `e`, or two strokes one after the other: `g c`. Empty: no key unless somebody gives it one. */
  keys: string;
  /** A key that does the same and cannot be changed. */
  also?: string;
  /** Makes no sense in the palette, which is closed by then. */
  keyOnly?: true;
}

/** Everything that can be done by keyboard alone and by the palette, with the key that it has unless a person changes it. */
export const commandTable = {
  'palette.open': { name: 'COMMANDS_OPEN_PALETTE', group: 'EVERYWHERE', icon: 'search', keys: 'mod+k', keyOnly: true },
  'shortcuts.show': { name: 'COMMANDS_SHOW_SHORTCUTS', group: 'EVERYWHERE', icon: 'info', keys: '?' },
  'look.mode': { name: 'COMMANDS_SWITCH_MODE', group: 'EVERYWHERE', icon: 'moon', keys: '' },
  'look.density': { name: 'COMMANDS_SWITCH_DENSITY', group: 'EVERYWHERE', icon: 'minus', keys: '' },
  'look.language': { name: 'COMMANDS_SWITCH_LANGUAGE', group: 'EVERYWHERE', icon: 'globe', keys: '' },
  'session.signOut': { name: 'FRAME_SIGN_OUT', group: 'EVERYWHERE', icon: 'power', keys: '' },
  'go.communications': { name: 'FRAME_COMMUNICATIONS', group: 'PAGES', icon: 'comm', keys: 'g c' },
  'go.newChat': { name: 'COMMUNICATIONS_NEW_CHAT', group: 'PAGES', icon: 'plus', keys: 'g n' },
  'go.mentions': { name: 'MENTIONS_TITLE', group: 'PAGES', icon: 'at', keys: 'g m' },
  'go.users': { name: 'ADMINISTRATION_USERS', group: 'PAGES', icon: 'person', keys: 'g u' },
  'go.queues': { name: 'ADMINISTRATION_QUEUES', group: 'PAGES', icon: 'queue', keys: '' },
  'go.timeslots': { name: 'ADMINISTRATION_TIMESLOTS', group: 'PAGES', icon: 'clock', keys: '' },
  'go.capacity': { name: 'ADMINISTRATION_CAPACITY', group: 'PAGES', icon: 'pulse', keys: '' },
  'go.absence': { name: 'ADMINISTRATION_ABSENCE', group: 'PAGES', icon: 'cup', keys: '' },
  'go.sending': { name: 'ADMINISTRATION_SENDING', group: 'PAGES', icon: 'send', keys: '' },
  'go.autoResolve': { name: 'ADMINISTRATION_AUTO_RESOLVE', group: 'PAGES', icon: 'check', keys: '' },
  'go.admin': { name: 'FRAME_ADMINISTRATION', group: 'PAGES', icon: 'gear', keys: 'g o' },
  'go.channels': { name: 'ADMINISTRATION_CHANNELS', group: 'PAGES', icon: 'pulse', keys: '' },
  'go.smsSettings': { name: 'SMS_SETTINGS', group: 'PAGES', icon: 'msg', keys: '' },
  'go.viberChannels': { name: 'VIBER_CHANNELS', group: 'PAGES', icon: 'msg', keys: '' },
  'go.viberSupport': { name: 'VIBER_SUPPORT', group: 'PAGES', icon: 'msg', keys: '' },
  'go.carriers': { name: 'CARRIERS_ALL', group: 'PAGES', icon: 'send', keys: '' },
  'go.widget': { name: 'ADMINISTRATION_WIDGET', group: 'PAGES', icon: 'msg', keys: 'g w' },
  'go.mailboxes': { name: 'MAILBOXES_TITLE', group: 'PAGES', icon: 'at', keys: '' },
  'go.audit': { name: 'ADMINISTRATION_AUDIT', group: 'PAGES', icon: 'clock', keys: 'g t' },
  'go.profile': { name: 'PROFILE_TITLE', group: 'PAGES', icon: 'person', keys: 'g p' },
  'go.accounts': { name: 'FRAME_ACCOUNTS', group: 'PAGES', icon: 'people', keys: 'g a' },
  'go.account': { name: 'ADMINISTRATION_ACCOUNT_SETTINGS', group: 'PAGES', icon: 'gear', keys: '' },
  'go.superUsers': { name: 'SUPER_USERS', group: 'PAGES', icon: 'person', keys: 'g s' },
  'new.user': { name: 'USERS_NEW', group: 'CREATE', icon: 'useradd', keys: '' },
  'new.queue': { name: 'QUEUES_NEW', group: 'CREATE', icon: 'plus', keys: '' },
  'new.timeslot': { name: 'TIMESLOTS_NEW', group: 'CREATE', icon: 'plus', keys: '' },
  'new.mailbox': { name: 'MAILBOXES_NEW', group: 'CREATE', icon: 'plus', keys: '' },
  'new.account': { name: 'ACCOUNTS_NEW', group: 'CREATE', icon: 'plus', keys: '' },
  'new.carrier': { name: 'CARRIERS_NEW', group: 'CREATE', icon: 'plus', keys: '' },
  'new.superUser': { name: 'SUPER_USERS_NEW', group: 'CREATE', icon: 'useradd', keys: '' },
  'form.save': { name: 'FORM_SAVE', group: 'EVERYWHERE', icon: 'check', keys: 'mod+s', keyOnly: true },
  'status.ready': { name: 'COMMANDS_STATUS_READY', group: 'STATUS', icon: 'check', keys: 's r' },
  'status.break': { name: 'COMMANDS_STATUS_BREAK', group: 'STATUS', icon: 'cup', keys: 's b' },
  'status.busy': { name: 'COMMANDS_STATUS_BUSY', group: 'STATUS', icon: 'stop', keys: 's u' },
  'status.offline': { name: 'COMMANDS_STATUS_OFFLINE', group: 'STATUS', icon: 'power', keys: 's o' },
  'status.wrapUpDone': { name: 'COMMANDS_WRAP_UP_DONE', group: 'STATUS', icon: 'check', keys: 's d' },
  'list.search': { name: 'COMMANDS_SEARCH_LIST', group: 'LIST', icon: 'search', keys: '/', keyOnly: true },
  'list.next': { name: 'COMMANDS_NEXT_IN_LIST', group: 'LIST', icon: 'down', keys: 'j', also: 'arrowdown' },
  'list.previous': { name: 'COMMANDS_PREVIOUS_IN_LIST', group: 'LIST', icon: 'up', keys: 'k', also: 'arrowup' },
  'list.select': { name: 'COMMANDS_SELECT_IN_LIST', group: 'LIST', icon: 'check', keys: 'x' },
  'list.undo': { name: 'COMMANDS_UNDO', group: 'LIST', icon: 'undo', keys: 'z' },
  'list.takeLongest': { name: 'COMMANDS_TAKE_LONGEST', group: 'LIST', icon: 'queue', keys: 't' },
  'list.mine': { name: 'COMMANDS_SHOW_MINE', group: 'LIST', icon: 'filter', keys: '1' },
  'list.waiting': { name: 'COMMANDS_SHOW_WAITING', group: 'LIST', icon: 'filter', keys: '2' },
  'list.snoozed': { name: 'COMMANDS_SHOW_SNOOZED', group: 'LIST', icon: 'filter', keys: '3' },
  'list.all': { name: 'COMMANDS_SHOW_ALL', group: 'LIST', icon: 'filter', keys: '4' },
  'list.resolved': { name: 'COMMANDS_SHOW_RESOLVED', group: 'LIST', icon: 'filter', keys: '5' },
  'list.internal': { name: 'COMMANDS_SHOW_INTERNAL', group: 'LIST', icon: 'filter', keys: '6' },
  'list.filter': { name: 'COMMANDS_FILTER_LIST', group: 'LIST', icon: 'filter', keys: 'v' },
  'room.reply': { name: 'COMMANDS_REPLY', group: 'ROOM', icon: 'reply', keys: 'r' },
  'room.replyAll': { name: 'COMMANDS_REPLY_ALL', group: 'ROOM', icon: 'replyall', keys: 'shift+r' },
  'room.forward': { name: 'COMMANDS_FORWARD', group: 'ROOM', icon: 'forward', keys: 'shift+f' },
  'room.conversation': { name: 'COMMANDS_SHOW_CONVERSATION', group: 'ROOM', icon: 'comm', keys: 'c' },
  'room.customer': { name: 'COMMANDS_SHOW_CUSTOMER', group: 'ROOM', icon: 'people', keys: 'i' },
  'room.note': { name: 'COMMANDS_WRITE_NOTE', group: 'ROOM', icon: 'lock', keys: 'n' },
  'room.attach': { name: 'COMMUNICATIONS_ATTACH', group: 'ROOM', icon: 'clipper', keys: 'a' },
  'room.sendLater': { name: 'COMMANDS_SEND_LATER', group: 'ROOM', icon: 'clock', keys: 'mod+shift+enter' },
  'room.undoSend': { name: 'COMMANDS_UNDO_SEND', group: 'ROOM', icon: 'undo', keys: 'mod+z' },
  'room.star': { name: 'COMMANDS_STAR', group: 'ROOM', icon: 'star', keys: 'f' },
  'room.messageAbove': { name: 'COMMANDS_MESSAGE_ABOVE', group: 'ROOM', icon: 'up', keys: 'u', keyOnly: true },
  'room.messageBelow': { name: 'COMMANDS_MESSAGE_BELOW', group: 'ROOM', icon: 'down', keys: 'd', keyOnly: true },
  'room.messageLink': { name: 'COMMUNICATIONS_LINK_COPY', group: 'ROOM', icon: 'link', keys: 'l', keyOnly: true },
  'room.transfer': { name: 'COMMUNICATIONS_TRANSFER', group: 'ROOM', icon: 'transfer', keys: 'h' },
  'room.takeOver': { name: 'TRANSFER_TAKE_OVER', group: 'ROOM', icon: 'useradd', keys: '' },
  'room.snooze': { name: 'COMMUNICATIONS_SNOOZE', group: 'ROOM', icon: 'clock', keys: 'b' },
  'room.wake': { name: 'SNOOZE_WAKE', group: 'ROOM', icon: 'sun', keys: 'w' },
  'room.discuss': { name: 'DISCUSS_BEGIN', group: 'ROOM', icon: 'people', keys: 'm' },
  'room.resolve': { name: 'COMMUNICATIONS_RESOLVE', group: 'ROOM', icon: 'check', keys: 'e' },
  'room.close': { name: 'COMMANDS_CLOSE_ROOM', group: 'ROOM', icon: 'back', keys: 'escape' },
} as const satisfies Record<string, CommandEntry>;

export type CommandId = keyof typeof commandTable;
/** Groups of what is offered to whom it is open, wherever they are; the others are offered where there is something to do it with. */
export const offeredByRole: readonly CommandGroup[] = ['PAGES', 'CREATE'];

export const commandIds = Object.keys(commandTable) as CommandId[];
export const entryOf = (id: CommandId): CommandEntry => commandTable[id];
