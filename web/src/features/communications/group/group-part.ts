/** Everything of beginning a chat with colleagues and of who is in it; one file, that comes after the first screen with its words. */
export { AddColleaguesDialog } from './AddColleaguesDialog.tsx';
export { CreateRoomPage } from './CreateRoomPage.tsx';
export { LeaveDialog } from './LeaveDialog.tsx';
export { Members } from './Members.tsx';
export { NoChats } from './NoChats.tsx';
export { RenameDialog } from './RenameDialog.tsx';
