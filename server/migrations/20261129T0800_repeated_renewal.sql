-- A renewal whose answer was lost is asked for again with the token that it used up: of each refresh token, which one it came of,
-- and which of those that came of it was used.

alter table oidc_payloads
  add column rotated_from text,
  add column followed_by text;
