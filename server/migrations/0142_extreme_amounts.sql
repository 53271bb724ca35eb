-- The lowest and the highest amount of these products; null without any. Replaces `extreme_amount`, which needs a call for
-- each of them: copying the digits takes as long as using them. `varbit`, because assigning to `bit(8192)` checks the length.
create function extreme_amounts(places integer[], digits bit[], among bit)
returns bigint[] language plpgsql immutable as $$
declare
  none constant varbit := 0::bit(8192);
  low varbit := among;
  high varbit := among;
  narrowed varbit;
  lowest bigint := 0;
  highest bigint := 0;
begin
  if among is null or among = none then return null; end if;
  for i in reverse coalesce(array_length(places, 1), 0) .. 1 loop
    narrowed := high & digits[i];
    if narrowed <> none then
      high := narrowed;
      highest := highest | (1::bigint << places[i]);
    end if;
    narrowed := low & ~digits[i];
    if narrowed <> none then
      low := narrowed;
    else
      lowest := lowest | (1::bigint << places[i]);
    end if;
  end loop;
  return array[lowest, highest];
end
$$;
