export const communications = {};
