// One file for all of them: each further one is named, with its hash, in what an agent's first screen loads.
export { CarrierPage } from './CarrierPage.tsx';
export { CarriersPage } from './CarriersPage.tsx';
export { NewCarrierPage } from './NewCarrierPage.tsx';
export { NewServicePage } from './NewServicePage.tsx';
export { ServicePage } from './ServicePage.tsx';
export { ServicesPage } from './ServicesPage.tsx';
export { SettingsHome } from './SettingsHome.tsx';
