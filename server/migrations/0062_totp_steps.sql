-- The 30-second step of the last accepted code, so that no code is accepted twice.
alter table two_factors add column last_totp_step bigint;
