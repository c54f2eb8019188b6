import { describe, expect, it } from 'vitest';
import { Role } from './entities/user.ts';
import { can, type Permission } from './permissions.ts';

const who = (permission: Permission, features: Record<string, boolean> | null = {}) =>
  Role.options.filter((role) => can(role, permission, features));

describe('the table of permissions', () => {
  it('opens communications to agents, supervisors and admins, and every room to the latter two', () => {
    expect(who(['rooms', 'read'])).toEqual(['agent', 'supervisor', 'admin']);
    expect(who(['rooms', 'readAll'])).toEqual(['supervisor', 'admin']);
    expect(who(['realtime', 'connect'])).toEqual(['agent', 'supervisor', 'admin']);
  });

  it('keeps dashboard and reports for supervisors and admins, settings for admins, accounts for super admins', () => {
    expect(who(['dashboard', 'open'])).toEqual(['supervisor', 'admin']);
    expect(who(['reports', 'open'])).toEqual(['supervisor', 'admin']);
    expect(who(['settings', 'open'])).toEqual(['admin']);
    expect(who(['accounts', 'administer'])).toEqual(['superAdmin']);
    expect(who(['accounts', 'read'])).toEqual(['admin', 'superAdmin']);
  });

  it('asks for the feature once features are loaded, and passes it before', () => {
    expect(who(['knowledge', 'open'], null)).toEqual(['agent']);
    expect(who(['knowledge', 'open'], { KNOWLEDGE_BASE: true })).toEqual(['agent']);
    expect(who(['knowledge', 'open'], { KNOWLEDGE_BASE: false })).toEqual([]);
    expect(who(['knowledge', 'open'], {})).toEqual([]);
  });
});
