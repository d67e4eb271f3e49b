#include "gate/verbs/verbs.hpp"

#include "gate/base/verb.hpp"

namespace clockwise::gate {

extern const Verb check_verb;
extern const Verb replay_verb;
extern const Verb owner_verb;
extern const Verb plan_verb;
extern const Verb load_verb;
extern const Verb expect_verb;
extern const Verb audit_verb;
extern const Verb explain_verb;
extern const Verb list_verb;
extern const Verb self_test_verb;
extern const Verb serve_verb;

std::span<const Verb> verbs() {
  static const Verb kAll[] = {check_verb, replay_verb,    owner_verb, plan_verb,
                              load_verb,  expect_verb,    audit_verb, explain_verb,
                              list_verb,  self_test_verb, serve_verb};
  return kAll;
}

}  // namespace clockwise::gate
