/** What opens over the page. Loaded after the first screen, or with the first click on what opens it. */
export { Menu, Popover } from '@mantine/core';
export { Kit } from '../theme/Kit.tsx';
export { ReturningMenu } from './ReturningMenu.tsx';
