/** Everything of beginning a chat with colleagues and of who is in it; one file, that comes after the first screen with its words. */
export { CreateRoomPage } from './CreateRoomPage.tsx';
export { GoneBar } from './GoneBar.tsx';
export { GoneStanding } from './GoneStanding.tsx';
export { GroupDialog } from './GroupDialog.tsx';
export { GroupMenu } from './GroupMenu.tsx';
export { Members } from './Members.tsx';
export { NoChats } from './NoChats.tsx';
