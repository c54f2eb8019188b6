/** Lamps as drawings. Attributes only: the shop's policy allows no style of its own in the page. */
const pendant = (ground: string, shade: string) =>
  `<svg viewBox="0 0 400 300" aria-hidden="true"><rect width="400" height="300" fill="${ground}"/><path d="M200 0v98" stroke="#39342c" stroke-width="3"/><circle cx="200" cy="160" r="64" fill="${shade}"/></svg>`;

const standing = (ground: string, shade: string, top = 50) =>
  `<svg viewBox="0 0 400 300" aria-hidden="true"><rect width="400" height="300" fill="${ground}"/><path d="M200 262V${top + 70}" stroke="#39342c" stroke-width="5"/><ellipse cx="200" cy="263" rx="44" ry="7" fill="#39342c"/><path d="M${150} ${top + 84} 169 ${top}h62l19 84Z" fill="${shade}"/></svg>`;

/** What the shop sells: a key of its words, a price, a drawing. */
export const goods = [
  { key: 'nimbus', price: 129, picture: pendant('#e3e8e4', '#fdf5dc') },
  { key: 'aster', price: 89, picture: standing('#ece4dd', '#e7caa9') },
  { key: 'luna', price: 149, picture: pendant('#e8e5ef', '#f6edfb') },
  { key: 'pero', price: 64, picture: standing('#e2e6eb', '#cfdbe7') },
  { key: 'iskra', price: 178, picture: standing('#e9e6da', '#f4dfa4', 24) },
  { key: 'zora', price: 112, picture: pendant('#eee2e0', '#fbe3d6') },
] as const;

export const iconPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#26231e"/><path d="M16 26v-9" stroke="#fbf9f5" stroke-width="2"/><path d="M9 18 12 7h8l3 11Z" fill="#f5e2ab"/></svg>';

export const heroPicture = standing('#e9e2d6', '#f5e2ab', 44);
