/**
 * Is this an address of one of these push services? Whoever subscribes names where the server is to send: only hosts that the
 * operator allows, at their usual port, encrypted.
 *
 * @param services `host`, `*.host` for any name below it, or in tests an origin on this machine
 */
export function isOfService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    if (service.startsWith('http:')) return origin === service;
    if (protocol !== 'https:' || port !== '') return false;
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
  });
}
