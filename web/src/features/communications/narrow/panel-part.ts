export { SaveViewDialog } from '../views/SaveViewDialog.tsx';
export { FilterPanel } from './FilterPanel.tsx';
