const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420">
<rect width="640" height="420" fill="#efe9dd"/><rect y="330" width="640" height="90" fill="#d9cdb8"/>
<g fill="#a9794b"><rect x="90" y="130" width="460" height="34" rx="6"/><rect x="120" y="164" width="30" height="170"/>
<rect x="490" y="164" width="30" height="190"/></g><path d="M112 340h46" stroke="#b3261e" stroke-width="5"/></svg>`;

/** The picture that a customer sent, drawn: a table one of whose legs is too short. */
export const pictureOf = (): string => `data:image/svg+xml,${encodeURIComponent(drawing)}`;
