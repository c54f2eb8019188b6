// Lists that schemas are made of, for whoever needs the words without the library of schemas.

/** Roles of an account's people. */
export const accountRoles = ['agent', 'supervisor', 'admin'] as const;

export const userStatuses = ['active', 'inactive'] as const;
