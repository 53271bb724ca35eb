-- As before, but a word may also be met together with its neighbour: tea pot finds teapots.
create or replace function search_query(languages text[], asked text) returns tsquery language plpgsql stable as $$
declare
  code text;
  form text;
  at integer;
  stem tsquery;
  either tsquery;
  passed_over boolean;
  words text[] := string_to_array(search_fold(asked), ' ');
  number text := lower(trim(asked));
  wanted tsquery := '';
begin
  for at in 1 .. coalesce(array_length(words, 1), 0) loop
    either := '';
    passed_over := false;
    foreach form in array array_remove(array[words[at], words[at - 1] || words[at], words[at] || words[at + 1]], null) loop
      either := either || to_tsquery('simple', search_beginning(form));
      foreach code in array languages loop
        stem := to_tsquery(search_dictionary(code), search_beginning(form));
        passed_over := passed_over or (form = words[at] and numnode(stem) = 0);
        either := either || stem;
      end loop;
    end loop;
    if not passed_over then wanted := wanted && either; end if;
  end loop;
  if number <> '' then wanted := wanted || search_beginning(number)::tsquery; end if;
  return wanted;
end
$$;
