import { describe, expect, it } from 'vitest';
import { isAllowedSiteEntry, siteAllows } from './allowed-sites.ts';

describe('allowed sites of a widget', () => {
  it('allows exactly the origins that are listed', () => {
    const sites = ['https://shop.example', 'http://localhost:8081'];
    expect(siteAllows(sites, 'https://shop.example')).toBe(true);
    expect(siteAllows(sites, 'http://localhost:8081')).toBe(true);
    expect(siteAllows(sites, 'http://shop.example')).toBe(false);
    expect(siteAllows(sites, 'https://shop.example:444')).toBe(false);
    expect(siteAllows(sites, 'https://shop.example.evil.example')).toBe(false);
    expect(siteAllows(sites, 'null')).toBe(false);
  });

  it('allows nobody when the list is empty and anybody only by a star', () => {
    expect(siteAllows([], 'https://shop.example')).toBe(false);
    expect(siteAllows(['*'], 'https://shop.example')).toBe(true);
  });

  it('takes a star for subdomains, not for the domain itself or its look-alikes', () => {
    const sites = ['https://*.shop.example'];
    expect(siteAllows(sites, 'https://bg.shop.example')).toBe(true);
    expect(siteAllows(sites, 'https://a.b.shop.example')).toBe(true);
    expect(siteAllows(sites, 'https://shop.example')).toBe(false);
    expect(siteAllows(sites, 'https://evilshop.example')).toBe(false);
    expect(siteAllows(sites, 'http://bg.shop.example')).toBe(false);
  });

  it('refuses entries that could break the header they stand in', () => {
    for (const bad of ['', 'shop.example', 'https://shop.example/', "https://shop.example; script-src 'none'", 'https://', 'https://*'])
      expect(isAllowedSiteEntry(bad), bad).toBe(false);
    for (const good of ['*', 'https://shop.example', 'http://127.0.0.1:8081', 'https://*.shop.example'])
      expect(isAllowedSiteEntry(good), good).toBe(true);
  });
});
