const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** Whether `site` may stand in a widget's list: an origin without path, `https://*.example.com`, or `*` for any site. */
export const isAllowedSiteEntry = (site: string): boolean => site === '*' || ORIGIN.test(site);

/**
 * Whether a page of `origin` may hold a widget with these allowed sites. An empty list allows nobody; any site must be
 * said as `*`. Same meaning as `frame-ancestors`: `https://*.example.com` stands for its subdomains, not for itself.
 */
export function siteAllows(allowedSites: readonly string[], origin: string): boolean {
  return allowedSites.some((site) => {
    if (site === '*') return true;
    const star = site.indexOf('//*.');
    if (star < 0) return site === origin;
    const scheme = site.slice(0, star + 2);
    const tail = site.slice(star + 3);
    return origin.startsWith(scheme) && origin.endsWith(tail) && origin.length > scheme.length + tail.length;
  });
}
