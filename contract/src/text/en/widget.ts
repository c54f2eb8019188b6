export const widget = {};
