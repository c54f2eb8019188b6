export { monitoringApi } from './api.ts';
export { tellMonitoring } from './tell.ts';
